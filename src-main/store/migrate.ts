import type { Kysely } from 'kysely'

import type { Queries } from './queries.ts'
import { MigrationFailed, NewerDatabase, StoreError } from './store-errors.ts'
import type { Store } from './store.ts'

/** One step of the schema; never edited after a release. */
export interface Migration {
  version: number
  name: string
  up(db: Kysely<unknown>): Promise<void>
}

/** The database whose schema is brought up to date. */
export interface Migrated {
  /** For messages. */
  readonly name: string
  readonly store: Pick<Store, 'transaction'>
  readVersion: () => number | Promise<number>
  /** Notes the version within the transaction of the step. */
  noteVersion: (queries: Queries, version: number) => Promise<unknown>
}

interface Options {
  database: Migrated
  migrations: readonly Migration[]
  /** Called once before the first step of a database that holds something already. */
  backup: (from: number) => Promise<void>
}

/**
 * Brings the schema up to date: each step in one transaction together with its version, so that an interrupted one has
 * not happened. Throws NewerDatabase and MigrationFailed; answers how many steps were
 * taken.
 */
export async function migrate({ database, migrations, backup }: Options): Promise<number> {
  requireUnbroken(migrations)
  const current = await database.readVersion()
  const newest = migrations.at(-1)?.version ?? 0
  if (current > newest) throw new NewerDatabase(database.name, current, newest)
  const pending = migrations.filter(({ version }) => version > current)
  if (pending.length > 0 && current > 0) await backup(current)
  for (const migration of pending) await take(database, migration)
  return pending.length
}

async function take({ store, noteVersion }: Migrated, migration: Migration): Promise<void> {
  try {
    await store.transaction(async (queries) => {
      // use the schema of the migration's version, not today's
      await migration.up(queries as unknown as Kysely<unknown>)
      await noteVersion(queries, migration.version)
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
