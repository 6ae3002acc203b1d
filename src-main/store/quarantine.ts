import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

import { toStamp } from './stamp.ts'
import { syncFile, syncFolder, writeAtomically } from './atomic-file.ts'

/** There from the moment that damage was found until the database is in order again, or given up. */
const FILE = 'halyard.damaged'
/**
 * Suffixes of a database's files, moved together. A log without its database is useless, and it corrupts
 * another one.
 */
export const PARTS = ['', '-wal', '-journal']

/** Damage that was found, and the path of the damaged file now. */
export interface Damage {
  finding: string
  quarantined: string
}

/**
 * Puts a damaged database aside with its log, untouched; answers the record that later starts read. The record is
 * written first: were the file gone without it, the next start would begin with nothing.
 */
export function quarantine(file: string, finding: string, at: Date): Damage {
  const damage = { finding, quarantined: keptName(file, 'corrupt', at) }
  writeAtomically(markOf(file), (temporary) => writeFileSync(temporary, JSON.stringify(damage)))
  renameParts(file, damage.quarantined)
  return damage
}

/** The damage that is not settled yet. A database in its old place settles it, should it be in order. */
export function readDamage(file: string): Damage | undefined {
  if (existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(markOf(file), 'utf8')) as Damage
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The database is in order again. */
export function clearDamage(file: string): void {
  rmSync(markOf(file), { force: true })
}

/** Renames a database that is to be replaced; it is kept. */
export function renameReplaced(file: string, at: Date): void {
  renameParts(file, keptName(file, 'replaced', at))
}

const markOf = (file: string) => path.join(path.dirname(file), FILE)

/** Builds the file name under which a database that is no longer used is kept. */
export function keptName(file: string, why: 'corrupt' | 'replaced', at: Date): string {
  const wanted = `${file}.${why}-${toStamp(at)}`
  let free = wanted
  for (let count = 2; PARTS.some((part) => existsSync(free + part)); count++) free = `${wanted}_${count}`
  return free
}

/** Keeps a database under a second name, with its log; the first names stay. */
export function linkOrCopy(file: string, aside: string): void {
  for (const part of PARTS) {
    if (!existsSync(file + part)) continue
    try {
      linkSync(file + part, aside + part)
    } catch {
      // a file system without hard links
      copyFileSync(file + part, aside + part, constants.COPYFILE_EXCL)
      syncFile(aside + part)
    }
  }
  syncFolder(path.dirname(file))
}

function renameParts(file: string, aside: string): void {
  for (const part of PARTS) if (existsSync(file + part)) renameSync(file + part, aside + part)
  syncFolder(path.dirname(file))
}
