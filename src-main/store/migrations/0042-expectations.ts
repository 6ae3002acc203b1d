import type { Kysely } from 'kysely'

/**
 * Expectations of an instance (ADR 82). One of a flag outlives the flag, whose deletion is undone without it: it fails until then. So there
 * is no reference to flags.
 */
export const expectations = { version: 42, name: 'expectations', up }

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('expectations')
    .addColumn('name', 'text', (c) => c.notNull().primaryKey())
    // null: of a permission
    .addColumn('feature_name', 'text')
    // place of a permission; null: of a flag, or of the whole instance
    .addColumn('project', 'text')
    .addColumn('environment', 'text')
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('expectations_feature_name').on('expectations').column('feature_name').execute()
}
