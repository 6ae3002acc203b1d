import type { Kysely } from 'kysely'

/** Remote instances, and their flags as last pulled (docs/versions.md#remotes). Tokens are never stored. */
export const remotes = { version: 13, name: 'remotes', up }

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('remotes')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('remote_pulls')
    .addColumn('remote_id', 'integer', (c) => c.notNull().references('remotes.id').onDelete('cascade'))
    .addColumn('from_environment', 'text', (c) => c.notNull())
    .addColumn('from_project', 'text', (c) => c.notNull())
    .addColumn('from_tag', 'text', (c) => c.notNull())
    .addColumn('project', 'text', (c) => c.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('environment', 'text', (c) => c.notNull())
    .addColumn('base', 'text', (c) => c.notNull())
    .addColumn('flags', 'integer', (c) => c.notNull())
    .addColumn('pulled_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('remote_pulls_line', [
      'remote_id',
      'from_environment',
      'from_project',
      'from_tag',
      'project',
      'environment',
    ])
    .execute()
}
