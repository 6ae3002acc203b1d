import type { Kysely } from 'kysely'

/** Origins of seen contexts, and since when all are kept (ADR 83). Former rows have come from anywhere. */
export const contextOrigins = { version: 43, name: 'context-origins', up }

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('seen_contexts')
    .addColumn('origin', 'text', (c) => c.notNull().defaultTo('unknown'))
    .execute()
  // null: the program did not name its SDK
  await db.schema.alterTable('seen_contexts').addColumn('sdk', 'text').execute()
  await db.schema
    .createTable('seen_context_gaps')
    // no reference: the row of a deleted environment is dropped with the next write
    .addColumn('environment', 'text', (c) => c.primaryKey())
    .addColumn('last_gap', 'text', (c) => c.notNull())
    .execute()
}
