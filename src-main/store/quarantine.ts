import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { toStamp } from './stamp.ts'
import { syncFolder, writeWhole } from './whole-file.ts'

/** There from the moment that damage was found until the database is in order again, or given up. */
const FILE = 'halyard.damaged'
/** SQLite's log belongs to its database: alone it is worth nothing, beside another one it is poison. */
const PARTS = ['', '-wal', '-journal']

/** What was found, and where the damaged file lies since. */
export interface Damage {
  finding: string
  quarantined: string
}

/**
 * Puts a damaged database aside with its log, untouched; answers the record that later starts read. The record is
 * written first: were the file gone without it, the next start would begin with nothing.
 */
export function quarantine(file: string, finding: string, at: Date): Damage {
  const damage = { finding, quarantined: nameAside(file, 'corrupt', at) }
  writeWhole(markOf(file), (temporary) => writeFileSync(temporary, JSON.stringify(damage)))
  renameParts(file, damage.quarantined)
  return damage
}

/** The damage that is not settled yet. A database in its old place settles it, should it be in order. */
export function openDamage(file: string): Damage | undefined {
  if (existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(markOf(file), 'utf8')) as Damage
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The database is in order again. */
export function settleDamage(file: string): void {
  rmSync(markOf(file), { force: true })
}

/** Renames a database that is to be replaced; it is kept. */
export function putAside(file: string, at: Date): void {
  renameParts(file, nameAside(file, 'replaced', at))
}

const markOf = (file: string) => path.join(path.dirname(file), FILE)
const nameAside = (file: string, why: string, at: Date) => `${file}.${why}-${toStamp(at)}`

function renameParts(file: string, aside: string): void {
  for (const part of PARTS) if (existsSync(file + part)) renameSync(file + part, aside + part)
  syncFolder(path.dirname(file))
}
