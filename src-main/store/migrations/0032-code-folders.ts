import type { Kysely } from 'kysely'

/** Folders with the code of a project, on the machine of the service (ADR 56). */
export const codeFolders = { version: 32, name: 'code-folders', up }

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('project_code_folders')
    .addColumn('project', 'text', (c) => c.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('folder', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('project_code_folders_pk', ['project', 'position'])
    .execute()
}
