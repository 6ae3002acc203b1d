import type { SqliteConnection } from './sqlite-connection.ts'
import { ForeignDatabase } from './store-errors.ts'

/** 'HALY': marks the file as Halyard's. */
const APPLICATION_ID = 0x48414c59

/**
 * Marks an empty database as ours. Throws ForeignDatabase for another program's database, DamagedFile if the
 * file is not a database.
 */
export function claimDatabase(connection: SqliteConnection): void {
  if (isOurs(connection)) return
  const isEmpty = connection.pragma('application_id') === 0 && connection.pragma('schema_version') === 0
  if (!isEmpty) throw new ForeignDatabase(connection.file)
  connection.exec(`pragma application_id = ${APPLICATION_ID}`)
}

export function isOurs(connection: SqliteConnection): boolean {
  return connection.pragma('application_id') === APPLICATION_ID
}
