import type { Kysely } from 'kysely'

/** Rules for changes (ADR 84). A policy outlives its project, whose deletion is undone without it. So there is no reference. */
export const policies = { version: 44, name: 'policies', up }

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('policies')
    .addColumn('name', 'text', (c) => c.notNull().primaryKey())
    // null: for all projects
    .addColumn('project', 'text')
    .addColumn('enabled', 'boolean', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
}
