import type { Kysely } from 'kysely'

/** Contexts that flags were evaluated for (ADR 0015). */
export const seenContexts = { version: 7, name: 'seen-contexts', up }

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('seen_contexts')
    .addColumn('id', 'text', (c) => c.primaryKey())
    // no reference: contexts of a deleted environment are dropped with the next write
    .addColumn('environment', 'text', (c) => c.notNull())
    .addColumn('projects', 'text', (c) => c.notNull())
    .addColumn('context', 'text', (c) => c.notNull())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('first_seen', 'text', (c) => c.notNull())
    .addColumn('last_seen', 'text', (c) => c.notNull())
    .execute()
}
