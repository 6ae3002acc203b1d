import {
  closeSync,
  createReadStream,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'

import { CopyRecord } from '#shared/desktop/copies.ts'
import { SCENARIO_ITEMS, type ScenarioItems, type ScenarioList } from '#shared/transfer/schemas/scenario.ts'
import { Turn } from '#runtime/turn.ts'
import { makeFolder, writeAtomically } from '#store/atomic-file.ts'

/** Files of a copy, in its data folder. */
const RECORD = 'copied-from.json'
const ITEMS = 'copied-from.items.jsonl'
const UNFINISHED = 'copy-unfinished'

/** Reads how the instance of a data folder was copied; undefined: it was not, or nobody can read it any more. */
export function readCopyRecord(folder: string): CopyRecord | undefined {
  try {
    return CopyRecord.parse(JSON.parse(readFileSync(path.join(folder, RECORD), 'utf8')))
  } catch {
    return undefined
  }
}

/** Writes how an instance was copied. Throws what the operating system says. */
export function writeCopyRecord(folder: string, record: CopyRecord): void {
  writeAtomically(path.join(folder, RECORD), (temporary) =>
    writeFileSync(temporary, JSON.stringify(record, null, 2), { mode: 0o600 }),
  )
}

/** Writes the state of the source that a copy was made of: later updates go by it. It has the values of tokens. */
export async function writeBase(folder: string, items: ScenarioItems): Promise<void> {
  const turn = new Turn()
  const temporary = path.join(folder, `${ITEMS}.new`)
  const file = openSync(temporary, 'w', 0o600)
  try {
    for (const [list, all] of Object.entries(items))
      for (const item of all as object[]) {
        writeSync(file, `${JSON.stringify({ list, item })}\n`)
        await turn.pause()
      }
  } finally {
    closeSync(file)
  }
  writeAtomically(path.join(folder, ITEMS), (synced) => renameSync(temporary, synced))
}

/** Reads the state of the source that a copy was made of. Empty lists: nothing is known of it. */
export async function readBase(folder: string): Promise<ScenarioItems> {
  const file = path.join(folder, ITEMS)
  if (!existsSync(file)) return {}
  const turn = new Turn()
  const items: Partial<Record<ScenarioList, unknown[]>> = {}
  for await (const line of createInterface({ input: createReadStream(file, 'utf8') })) {
    const { list, item } = JSON.parse(line) as { list: string; item: unknown }
    if (!Object.hasOwn(SCENARIO_ITEMS, list)) continue
    const known = list as ScenarioList
    // an item of another version has changed, as far as anybody knows
    const read = SCENARIO_ITEMS[known].safeParse(item)
    if (read.success) (items[known] ??= []).push(read.data)
    await turn.pause()
  }
  return items as ScenarioItems
}

/** Marks a data folder as one of a copy that is not whole: nobody opens it, and it is removed if nobody finishes it. */
export function beginCopy(folder: string): void {
  makeFolder(folder)
  writeFileSync(path.join(folder, UNFINISHED), '')
}

/** Takes the mark away: the copy is whole. */
export function finishCopy(folder: string): void {
  rmSync(path.join(folder, UNFINISHED), { force: true })
}

/** Checks whether a data folder is of a copy that was not finished. */
export const isUnfinished = (folder: string): boolean => existsSync(path.join(folder, UNFINISHED))
