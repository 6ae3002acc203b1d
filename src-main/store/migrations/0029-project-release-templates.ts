import type { Kysely } from 'kysely'

/** Release templates of projects: they go with their project (docs/contract/releases.md#project-templates). */
export const projectReleaseTemplates = { version: 29, name: 'project-release-templates', up }

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('release_plan_definitions')
    .addColumn('project', 'text', (c) => c.references('projects.id').onDelete('cascade'))
    .execute()
  await db.schema
    .createIndex('release_plan_definitions_project')
    .on('release_plan_definitions')
    .column('project')
    .execute()
}
