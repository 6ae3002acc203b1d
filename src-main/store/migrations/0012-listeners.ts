import type { Kysely } from 'kysely'

/** Further ports that answer as a version of the contract. */
export const listeners = { version: 12, name: 'listeners', up }

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('listeners')
    .addColumn('port', 'integer', (c) => c.primaryKey())
    .addColumn('contract', 'text', (c) => c.notNull())
    .addColumn('strict', 'text')
    .execute()
}
