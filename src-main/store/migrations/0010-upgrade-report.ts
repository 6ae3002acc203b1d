import type { Kysely } from 'kysely'

/** Calls that a version of the service deprecates, removes or refuses, by who makes them. */
export const upgradeReport = { version: 10, name: 'upgrade-report', up }

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('judged_calls')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('caller', 'text', (c) => c.notNull())
    .addColumn('caller_kind', 'text', (c) => c.notNull())
    .addColumn('app_name', 'text')
    .addColumn('sdk', 'text')
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('first_seen', 'text', (c) => c.notNull())
    .addColumn('last_seen', 'text', (c) => c.notNull())
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('path', 'text')
    .execute()
}
