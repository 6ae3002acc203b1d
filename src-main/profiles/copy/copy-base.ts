import { closeSync, createReadStream, existsSync, openSync, renameSync, writeSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'

import { SCENARIO_ITEMS, type ScenarioItems, type ScenarioList } from '#shared/transfer/schemas/scenario.ts'
import { Turn } from '#runtime/turn.ts'
import { writeAtomically } from '#store/atomic-file.ts'

/** File of a copy, in its data folder, with what its source was like. */
const ITEMS = 'copied-from.items.jsonl'

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
