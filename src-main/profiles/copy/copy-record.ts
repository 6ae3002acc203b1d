import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { CopyRecord } from '#shared/desktop/copies.ts'
import { makeFolder, writeAtomically } from '#store/atomic-file.ts'

/** Files of a copy, in its data folder. */
const RECORD = 'copied-from.json'
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
