import { sql, type Kysely } from 'kysely'

import type { SqliteStore } from './sqlite-store.ts'
import { MigrationFailed, NewerDatabase, StoreError } from './store-errors.ts'

/** One step of the schema; never edited after a release. */
export interface Migration {
  version: number
  name: string
  up(db: Kysely<unknown>): Promise<void>
}

interface Options {
  store: SqliteStore
  migrations: readonly Migration[]
  /** Called once before the first step of a database that holds something already. */
  backup: (from: number) => Promise<void>
}

/**
 * Brings the schema up to date: each step in one transaction together with its version, so that an interrupted one has
 * not happened. Throws NewerDatabase and MigrationFailed; answers how many steps were
 * taken.
 */
export async function migrate({ store, migrations, backup }: Options): Promise<number> {
  requireUnbroken(migrations)
  const { connection } = store
  const current = Number(connection.pragma('user_version'))
  const newest = migrations.at(-1)?.version ?? 0
  if (current > newest) throw new NewerDatabase(connection.file, current, newest)
  const pending = migrations.filter(({ version }) => version > current)
  if (pending.length > 0 && current > 0) await backup(current)
  for (const migration of pending) await take(store, migration)
  return pending.length
}

async function take(store: SqliteStore, migration: Migration): Promise<void> {
  try {
    await store.transaction(async (queries) => {
      // use the schema of the migration's version, not today's
      await migration.up(queries as unknown as Kysely<unknown>)
      // inside the transaction: user_version is part of the file's first page
      await sql.raw(`pragma user_version = ${migration.version}`).execute(queries)
    })
  } catch (error) {
    throw error instanceof StoreError ? error : new MigrationFailed(migration.name, error)
  }
}

function requireUnbroken(migrations: readonly Migration[]): void {
  migrations.forEach(({ version, name }, index) => {
    if (version !== index + 1)
      throw new TypeError(
        `migration ${name} has version ${version}; the versions must run from 1 without gaps`,
      )
  })
}
