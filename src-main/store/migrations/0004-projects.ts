import type { Kysely } from 'kysely'

/** Settings that make change requests required, by project and environment. */
export const projects = { version: 4, name: 'projects', up }

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('change_request_settings')
    .addColumn('project', 'text', (c) => c.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('environment', 'text', (c) => c.notNull().references('environments.name').onDelete('cascade'))
    .addColumn('required_approvals', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('change_request_settings_pk', ['project', 'environment'])
    .execute()
}
