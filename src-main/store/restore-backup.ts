import {
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

import { messageOf } from '#shared/errors/message-of.ts'
import { isOurs } from './claim-database.ts'
import { listBackups } from './backups.ts'
import { keptName, linkOrCopy, PARTS, clearDamage } from './quarantine.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import type { SqlJs } from './sqljs/load-sqljs.ts'
import { UnusableBackup } from './store-errors.ts'
import { syncFile, syncFolder, writeAtomically } from './atomic-file.ts'

/** Present while a complete, synced copy of a backup waits to take the place of the database. */
export const RESTORING_MARK = 'halyard.restoring'
/** The copy. */
export const RESTORED_SUFFIX = '.restored'

/**
 * Puts a copy of a backup in the place of the database; what was there is kept beside it. Throws UnusableBackup.
 *
 * One atomic step: until the mark is on the disk, the next start finds the old database untouched; from then on it
 * finishes the restore (`finishRestore`).
 */
export function restoreBackup(sqlJs: SqlJs, backup: string, file: string, at: Date): void {
  const flaw = flawOf(sqlJs, backup)
  if (flaw !== undefined) throw new UnusableBackup(backup, flaw)
  const restored = file + RESTORED_SUFFIX
  const isLeftover = path.resolve(backup) === path.resolve(restored)
  try {
    if (!isLeftover) {
      rmSync(restored, { force: true })
      copyFileSync(backup, restored)
      chmodSync(restored, 0o600)
    }
    syncFile(restored)
    linkOrCopy(file, keptName(file, 'replaced', at))
    writeAtomically(markOf(file), (temporary) => writeFileSync(temporary, JSON.stringify({ backup, at })))
  } catch (error) {
    if (!isLeftover && !existsSync(markOf(file))) rmSync(restored, { force: true })
    throw error
  }
  finishRestore(file)
}

/** Finishes a restore that has been decided on; may be repeated. Without its mark it removes what an earlier one left. */
export function finishRestore(file: string): void {
  if (!existsSync(markOf(file))) return removeUndecided(file)
  const folder = path.dirname(file)
  // the log and the mark of an orderly close belong to the old database
  for (const part of PARTS.filter((one) => one !== '')) rmSync(file + part, { force: true })
  rmSync(path.join(folder, 'halyard.closed'), { force: true })
  if (existsSync(file + RESTORED_SUFFIX)) renameSync(file + RESTORED_SUFFIX, file)
  clearDamage(file)
  syncFolder(folder)
  rmSync(markOf(file))
  syncFolder(folder)
}

/**
 * A restore that was killed before it was decided on leaves links to the database, which is still in use: as copies
 * they are worthless, and with an old log beside them harmful.
 */
function removeUndecided(file: string): void {
  const database = existsSync(file) ? statSync(file, { bigint: true }) : undefined
  if (database === undefined || database.nlink < 2n) return
  const folder = path.dirname(file)
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${path.basename(file)}.replaced-`) || /-(wal|journal)$/.test(name)) continue
    const aside = path.join(folder, name)
    const { ino, dev } = statSync(aside, { bigint: true })
    if (ino !== database.ino || dev !== database.dev) continue
    // delete the log first: it is harmless alone, but not beside another database
    for (const part of [...PARTS].reverse()) rmSync(aside + part, { force: true })
  }
}

const markOf = (file: string) => path.join(path.dirname(file), RESTORING_MARK)

/** The newest backup that can be restored, else the newest database that a restore left; null: there is none. */
export function findGoodBackup(sqlJs: SqlJs, file: string): string | null {
  const candidates = [...listBackups(path.dirname(file)).map((one) => one.file), ...leftovers(file)]
  return candidates.find((one) => flawOf(sqlJs, one) === undefined) ?? null
}

/** Lists the databases that restores left beside the current one, newest first. */
function leftovers(file: string): string[] {
  const folder = path.dirname(file)
  const name = path.basename(file)
  return readdirSync(folder)
    .filter((one) => one.startsWith(`${name}.`) && /\.(replaced-\w+|restored|tmp)$/.test(one))
    .sort()
    .reverse()
    .map((one) => path.join(folder, one))
}

/** Finds the reason why a file is not a restorable backup of ours. Returns undefined if it is one. */
function flawOf(sqlJs: SqlJs, file: string): string | undefined {
  if (!existsSync(file)) return 'there is no such file'
  if (statSync(file).size === 0) return 'it is empty'
  try {
    const connection = new SqliteConnection(sqlJs.open(file))
    try {
      connection.readThrough()
      return isOurs(connection) ? undefined : 'it is of another program'
    } finally {
      connection.close()
    }
  } catch (error) {
    return messageOf(error)
  }
}
