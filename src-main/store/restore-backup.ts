import { copyFileSync, existsSync } from 'node:fs'

import { isOurs } from './claim-database.ts'
import { listBackups } from './backups.ts'
import { putAside } from './quarantine.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import type { SqlJs } from './sqljs/load-sqljs.ts'
import { UnusableBackup } from './store-errors.ts'
import { writeWhole } from './whole-file.ts'

/** Puts a copy of a backup in the place of the database; what was there is kept beside it. Throws UnusableBackup. */
export function restoreBackup(sqlJs: SqlJs, backup: string, file: string, at: Date): void {
  const flaw = flawOf(sqlJs, backup)
  if (flaw !== undefined) throw new UnusableBackup(backup, flaw)
  writeWhole(file, (temporary) => {
    copyFileSync(backup, temporary)
    putAside(file, at) // also a log whose database is gone
  })
}

/** The newest backup that can be restored; null: there is none. */
export function findGoodBackup(sqlJs: SqlJs, dataDir: string): string | null {
  return listBackups(dataDir).find(({ file }) => flawOf(sqlJs, file) === undefined)?.file ?? null
}

/** Why a file is no backup of ours that can be restored; undefined: it is one. */
function flawOf(sqlJs: SqlJs, file: string): string | undefined {
  if (!existsSync(file)) return 'there is no such file'
  try {
    const connection = new SqliteConnection(sqlJs.open(file))
    try {
      connection.readThrough()
      return isOurs(connection) ? undefined : 'it is of another program'
    } finally {
      connection.close()
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
