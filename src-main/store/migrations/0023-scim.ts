import type { Kysely } from 'kysely'

/** Users and groups that a SCIM provider manages, with what it keeps of them beyond their own columns. */
export const scim = { version: 23, name: 'scim', up }

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('scim_id', 'text').execute()
  await db.schema.alterTable('users').addColumn('deactivated_at', 'text').execute()
  await db.schema
    .createTable('scim_users')
    .addColumn('user_id', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('external_id', 'text')
    .addColumn('given_name', 'text')
    .addColumn('family_name', 'text')
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('scim_users_external').on('scim_users').column('external_id').execute()
  await db.schema
    .createTable('scim_groups')
    .addColumn('group_id', 'integer', (c) => c.primaryKey().references('groups.id').onDelete('cascade'))
    .addColumn('external_id', 'text')
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('scim_groups_external').on('scim_groups').column('external_id').execute()
}
