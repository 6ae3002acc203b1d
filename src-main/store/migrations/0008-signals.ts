import { sql, type Kysely } from 'kysely'

import { createTrigger } from '../engines/portable.ts'

/**
 * Signals from other systems: endpoints with their tokens, signals, and rejected requests
 * (docs/contract/signals.md#records).
 */
export const signals = { version: 8, name: 'signals', up }

type Db = Kysely<unknown>
const instant = 'text'
const json = 'text'

async function up(db: Db): Promise<void> {
  await createEndpoints(db)
  await createSignals(db)
  await countByDay(db)
  await createRefused(db)
}

async function createEndpoints(db: Db): Promise<void> {
  await db.schema
    .createTable('signal_endpoints')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .addColumn('description', 'text')
    .addColumn('enabled', 'boolean', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('created_by_user_id', 'integer', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('signal_endpoint_tokens')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('endpoint_id', 'integer', (c) =>
      c.notNull().references('signal_endpoints.id').onDelete('cascade'),
    )
    .addColumn('secret_hash', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('created_by_user_id', 'integer', (c) => c.notNull())
    .addUniqueConstraint('signal_endpoint_tokens_name', ['endpoint_id', 'name'])
    .execute()
}

async function createSignals(db: Db): Promise<void> {
  await db.schema
    .createTable('signals')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('source', 'text', (c) => c.notNull())
    // no references: a signal stays when its endpoint or its token is deleted
    .addColumn('source_id', 'integer', (c) => c.notNull())
    .addColumn('source_token_id', 'integer')
    .addColumn('token_name', 'text')
    .addColumn('payload', json, (c) => c.notNull())
    .addColumn('headers', json, (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('processed', 'boolean', (c) => c.notNull())
    .addColumn('replay_of', 'integer')
    .addColumn('sent_by_user_id', 'integer')
    .addColumn('sent_by', 'text')
    .execute()
  await db.schema.createIndex('signals_newest').on('signals').column('created_at').execute()
  await db.schema
    .createIndex('signals_newest_of_source')
    .on('signals')
    .columns(['source_id', 'created_at'])
    .execute()
  // few rows: the queue of signals that actions have not processed
  await sql`create index "signals_unprocessed" on "signals" ("id") where "processed" = 0`.execute(db)
}

/**
 * Counts the signals of each source per day. The totals of a million signals then need no recount on each
 * view.
 */
async function countByDay(db: Db): Promise<void> {
  await db.schema
    .createTable('signal_days')
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('source_id', 'integer', (c) => c.notNull())
    .addColumn('signals', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('signal_days_pk', ['day', 'source_id'])
    .execute()
  await createTrigger({
    name: 'signals_counted',
    table: 'signals',
    after: 'insert',
    statements: [
      `insert into "signal_days" values (substr(new."created_at", 1, 10), new."source_id", 1)
      on conflict ("day", "source_id") do update set "signals" = "signal_days"."signals" + 1`,
    ],
  }).execute(db)
  await createTrigger({
    name: 'signals_discounted',
    table: 'signals',
    after: 'delete',
    statements: [
      `update "signal_days" set "signals" = "signals" - 1
      where "day" = substr(old."created_at", 1, 10) and "source_id" = old."source_id"`,
    ],
  }).execute(db)
}

/** A ring: like refusals of an hour are one row, and there are never more than some hundred. */
async function createRefused(db: Db): Promise<void> {
  await db.schema
    .createTable('refused_signals')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    // the name as requested: the endpoint may not exist
    .addColumn('endpoint_name', 'text', (c) => c.notNull())
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('token_kind', 'text', (c) => c.notNull())
    .addColumn('ip', 'text')
    .addColumn('user_agent', 'text')
    .addColumn('times', 'integer', (c) => c.notNull())
    .addColumn('first_at', instant, (c) => c.notNull())
    .addColumn('last_at', instant, (c) => c.notNull())
    .execute()
}
