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
  /** Notes the version within the transaction of the steps. */
  noteVersion: (queries: Queries, version: number) => Promise<unknown>
}

interface Options {
  database: Migrated
  migrations: readonly Migration[]
  /** Called once before the first step of a database that holds something already. */
  backup: (from: number) => Promise<void>
}

/**
 * Brings the schema up to date: all steps in one transaction together with their version, so that a failed or interrupted
 * upgrade has not happened and the Halyard before it can be used again. Throws NewerDatabase and MigrationFailed; answers
 * how many steps were taken.
 */
export async function migrate({ database, migrations, backup }: Options): Promise<number> {
  requireUnbroken(migrations)
  const current = await database.readVersion()
  const newest = migrations.at(-1)?.version ?? 0
  if (current > newest) throw new NewerDatabase(database.name, current, newest)
  const pending = migrations.filter(({ version }) => version > current)
  if (pending.length === 0) return 0
  if (current > 0) await backup(current)
  await database.store.transaction(async (queries) => {
    for (const migration of pending) await take(database, migration, queries)
  })
  return pending.length
}

async function take({ noteVersion }: Migrated, migration: Migration, queries: Queries): Promise<void> {
  try {
    // use the schema of the migration's version, not today's
    await migration.up(queries as unknown as Kysely<unknown>)
    await noteVersion(queries, migration.version)
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
