import type { Kysely } from 'kysely'

import { NewerDatabase } from './store-errors.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

/** One step of the schema; never edited after a release. */
export interface Migration {
  version: number
  name: string
  up(db: Kysely<unknown>): Promise<void>
}

interface Options {
  connection: SqliteConnection
  db: Kysely<unknown>
  migrations: readonly Migration[]
  /** Called once before the first step of a database that holds something already. */
  backup: (from: number) => void
}

/**
 * Brings the schema up to date: each step in one transaction together with its version, so that an interrupted one has
 * not happened (design/store.md, "Migrations"). Throws NewerDatabase; answers how many steps were taken.
 */
export async function migrate({ connection, db, migrations, backup }: Options): Promise<number> {
  requireUnbroken(migrations)
  const current = Number(connection.pragma('user_version'))
  const newest = migrations.at(-1)?.version ?? 0
  if (current > newest) throw new NewerDatabase(connection.file, current, newest)
  const pending = migrations.filter(({ version }) => version > current)
  if (pending.length > 0 && current > 0) backup(current)
  for (const migration of pending) {
    await db.transaction().execute(async (transaction) => {
      await migration.up(transaction)
      // inside the transaction: user_version is part of the file's first page
      connection.run(`pragma user_version = ${migration.version}`, [])
    })
  }
  return pending.length
}

function requireUnbroken(migrations: readonly Migration[]): void {
  migrations.forEach(({ version, name }, index) => {
    if (version !== index + 1)
      throw new TypeError(
        `migration ${name} has version ${version}; the versions must run from 1 without gaps`,
      )
  })
}
