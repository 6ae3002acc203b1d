import type { Kysely } from 'kysely'

/** Flags of an upstream as it sent them, for each token of a mirror (ADR 74). */
export const mirror = { version: 39, name: 'mirror', up }

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mirror_sources')
    // a digest of the token
    .addColumn('id', 'text', (c) => c.primaryKey())
    // address of the upstream that answered
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('environment', 'text', (c) => c.notNull().references('environments.name').onDelete('cascade'))
    .addColumn('projects', 'text', (c) => c.notNull())
    .addColumn('etag', 'text')
    .addColumn('changed_at', 'text')
    .addColumn('checked_at', 'text')
    .execute()
  await db.schema
    .createTable('mirror_flags')
    .addColumn('source_id', 'text', (c) => c.notNull().references('mirror_sources.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('mirror_flags_pk', ['source_id', 'name'])
    .execute()
  await db.schema.createIndex('mirror_flags_name').on('mirror_flags').column('name').execute()
}
