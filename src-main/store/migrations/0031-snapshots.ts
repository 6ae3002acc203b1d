import type { Kysely } from 'kysely'

/** Snapshots of the configuration, which it can be restored to (ADR 43). */
export const snapshots = { version: 31, name: 'snapshots', up }

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('snapshots')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .addColumn('schema_version', 'integer', (c) => c.notNull())
    .addColumn('rows', 'integer', (c) => c.notNull())
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('snapshot_parts')
    .addColumn('snapshot_id', 'integer', (c) => c.notNull().references('snapshots.id').onDelete('cascade'))
    .addColumn('table_name', 'text', (c) => c.notNull())
    .addColumn('part', 'integer', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('snapshot_parts_pk', ['snapshot_id', 'table_name', 'part'])
    .execute()
}
