import { sql } from 'kysely'

import type { Logger } from '#kernel/logger.ts'
import { migrate, type Migration } from '../migrate.ts'
import { MIGRATIONS } from '../migrations/index.ts'
import { refuseUnfinishedMove } from '../move/move-progress.ts'
import { ForeignDatabase, StoreUnavailable } from '../store-errors.ts'
import type { Store } from '../store.ts'
import { OUTCOMES_TABLE } from './commit-outcome.ts'
import { addressOf, poolOptions, type DatabaseAddress, type MakeSocket } from './connection-options.ts'
import { makeLeases } from './leased-peers.ts'
import { lockMigrations } from './migration-lock.ts'
import { asPostgresError, explainOpening } from './postgres-errors.ts'
import { PostgresStore } from './postgres-store.ts'
import { LEASES } from './present-halyards.ts'
import { problemOf, SERVER_SQL, type Server } from './server-problem.ts'
import { tellPeers } from './tell-peers.ts'

export interface PostgresOptions {
  databaseUrl: string
  now: () => Date
  logger?: Logger
  migrations?: readonly Migration[]
  /** Opens a database that an unfinished move goes into. */
  movesInto?: boolean
  makeSocket?: MakeSocket | undefined
  /** For tests: called ahead of each statement. */
  beforeStatement?: (sql: string) => void
}

/**
 * Opens the database of an instance: checks the server, and brings the schema up to date while other Halyards wait. Throws
 * StoreUnavailable with the reason, ForeignDatabase, NewerDatabase and MigrationFailed.
 */
export async function openPostgres({
  databaseUrl,
  now,
  logger,
  migrations = MIGRATIONS,
  movesInto = false,
  makeSocket,
  beforeStatement,
}: PostgresOptions): Promise<Store> {
  const address = addressOf(databaseUrl)
  const pool = poolOptions(databaseUrl, makeSocket)
  const store = new PostgresStore({ pool, address, now, logger, beforeStatement })
  try {
    await checkServer(store, address)
    const steps = await migrateAlone(store, address, migrations)
    if (!movesInto)
      await refuseUnfinishedMove(store.queries, address.text, await readTableNames(store, address))
    await learnNulls(store, address)
    logger?.debug({ database: address.text, steps }, 'store open')
    return store
  } catch (error) {
    await store.close()
    throw explainOpening(error, address.text)
  }
}

async function checkServer(store: PostgresStore, { text, schema }: DatabaseAddress): Promise<void> {
  const { rows } = await store.pool.query<Server>(SERVER_SQL, [schema]).catch((error: unknown) => {
    throw asPostgresError(error)
  })
  const problem = problemOf(rows[0] as Server, schema)
  if (problem !== undefined) throw new StoreUnavailable(`The database ${text} cannot be used: ${problem}`)
  store.version = Math.floor((rows[0]?.version ?? 0) / 10_000)
}

/** Brings the schema up to date while no other Halyard does. */
async function migrateAlone(
  store: PostgresStore,
  address: DatabaseAddress,
  migrations: readonly Migration[],
): Promise<number> {
  const client = await store.pool.connect()
  try {
    const byRow = address.pooling === 'transaction'
    if (byRow) {
      await readOwnTables(store, address)
      await makeLeases(client)
    }
    await lockMigrations(client, address.text, { byRow })
    await claimSchema(store, address)
    const steps = await migrate({
      database: {
        name: address.text,
        store,
        readVersion: async () => {
          const { rows } = await sql<{ version: number }>`select version from halyard_schema`.execute(
            store.queries,
          )
          return rows[0]?.version ?? 0
        },
        noteVersion: async (queries, version) => {
          await sql`update halyard_schema set version = ${version}`.execute(queries)
          if (version === 1) await orderEvents(queries)
        },
      },
      migrations,
      // the server's operator makes backups
      backup: async () => undefined,
    })
    if (address.pooling === 'session') await tellPeers(store.queries, address.schema)
    return steps
  } finally {
    // ends the lock with the connection
    client.release(true)
  }
}

async function readTableNames(
  store: PostgresStore,
  { schema }: Pick<DatabaseAddress, 'schema'>,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = ${schema}`.execute(store.queries)
  return rows.map(({ name }) => name)
}

/** Names the tables of a Halyard; none: the schema is empty. Throws ForeignDatabase for those of another program. */
async function readOwnTables(store: PostgresStore, { text, schema }: DatabaseAddress): Promise<string[]> {
  const tables = (await readTableNames(store, { schema })).filter((name) => name !== LEASES)
  // the table of outcomes comes first: another Halyard may be at it, or have ended after it
  const isOwn = tables.some((name) => name === 'halyard_schema' || name === 'halyard_outcomes')
  if (tables.length > 0 && !isOwn) throw new ForeignDatabase(text, `The schema ${schema} of ${text}`)
  return tables
}

/** Marks an empty schema as ours. Throws ForeignDatabase. */
async function claimSchema(store: PostgresStore, address: DatabaseAddress): Promise<void> {
  const tables = await readOwnTables(store, address)
  if (tables.includes('halyard_schema') && tables.includes('halyard_outcomes')) return
  // outside of a transaction of the store: those need it
  await store.pool.query(OUTCOMES_TABLE)
  if (tables.includes('halyard_schema')) return
  await store.transaction(async (queries) => {
    await sql`create table halyard_schema (version integer not null)`.execute(queries)
    await sql`insert into halyard_schema values (0)`.execute(queries)
  })
}

/**
 * Makes the order of events that of their commits, also among several Halyards: who writes the first event of a transaction waits
 * until the others that wrote some have committed. Ids are given after that.
 */
async function orderEvents(queries: PostgresStore['queries']): Promise<void> {
  const { rows } =
    await sql`select 1 from pg_tables where tablename = 'events' and schemaname = current_schema()`.execute(
      queries,
    )
  if (rows.length === 0) return
  await sql
    .raw(
      `create function events_in_order() returns trigger language plpgsql as $$ begin
         lock table halyard_schema in exclusive mode;
         return null;
       end $$;
       create trigger events_in_order before insert on events for each statement execute function events_in_order()`,
    )
    .execute(queries)
}

/** Finds the columns without nulls: of the others the order of nulls must be written out, which no index has. */
async function learnNulls(store: PostgresStore, { schema }: DatabaseAddress): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_schema = ${schema}
    group by column_name having bool_and(is_nullable = 'NO')`.execute(store.queries)
  for (const { name } of rows) store.neverNull.add(name)
}
