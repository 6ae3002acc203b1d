import type { Kysely } from 'kysely'

/** Access tables: groups, service accounts, personal access tokens, invitations and password resets. */
export const access = { version: 3, name: 'access', up }

type Db = Kysely<unknown>
const instant = 'text'
const json = 'text'

async function up(db: Db): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('kind', 'text', (c) => c.notNull().defaultTo('user'))
    .execute()
  // the origin of a session, shown to its user
  await db.schema.alterTable('sessions').addColumn('ip', 'text').execute()
  await db.schema.alterTable('sessions').addColumn('user_agent', 'text').execute()
  await createGroups(db)
  await createWaysIn(db)
}

async function createGroups(db: Db): Promise<void> {
  await db.schema
    .createTable('groups')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .addColumn('description', 'text')
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('created_by', 'text')
    .addColumn('root_role_id', 'integer', (c) => c.references('roles.id'))
    .addColumn('mappings_sso', json, (c) => c.notNull())
    .addColumn('scim_id', 'text')
    .execute()
  await db.schema
    .createTable('group_users')
    .addColumn('group_id', 'integer', (c) => c.notNull().references('groups.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('joined_at', instant, (c) => c.notNull())
    .addColumn('created_by', 'text')
    .addPrimaryKeyConstraint('group_users_pk', ['group_id', 'user_id'])
    .execute()
  await db.schema.createIndex('group_users_user').on('group_users').column('user_id').execute()
  await db.schema
    .createTable('group_roles')
    .addColumn('group_id', 'integer', (c) => c.notNull().references('groups.id').onDelete('cascade'))
    .addColumn('role_id', 'integer', (c) => c.notNull().references('roles.id'))
    .addColumn('project', 'text', (c) => c.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('created_at', instant, (c) => c.notNull())
    .addPrimaryKeyConstraint('group_roles_pk', ['group_id', 'role_id', 'project'])
    .execute()
  // indexes to find the holders of a role, and the members of a project
  await db.schema.createIndex('group_roles_project').on('group_roles').column('project').execute()
  await db.schema.createIndex('user_roles_project').on('user_roles').column('project').execute()
}

async function createWaysIn(db: Db): Promise<void> {
  await db.schema
    .createTable('personal_access_tokens')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('secret_hash', 'text', (c) => c.notNull().unique())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('expires_at', instant, (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('seen_at', instant)
    .addUniqueConstraint('personal_access_tokens_name', ['user_id', 'description'])
    .execute()
  await db.schema
    .createTable('public_signup_tokens')
    .addColumn('secret', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('enabled', 'boolean', (c) => c.notNull())
    .addColumn('expires_at', instant, (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('created_by', 'text')
    .addColumn('role_id', 'integer', (c) => c.notNull().references('roles.id'))
    .execute()
  await db.schema
    .createTable('public_signup_token_users')
    .addColumn('secret', 'text', (c) =>
      c.notNull().references('public_signup_tokens.secret').onDelete('cascade'),
    )
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', instant, (c) => c.notNull())
    .addPrimaryKeyConstraint('public_signup_token_users_pk', ['secret', 'user_id'])
    .execute()
  await db.schema
    .createTable('reset_tokens')
    .addColumn('secret_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('created_by', 'text')
    .addColumn('expires_at', instant, (c) => c.notNull())
    .addColumn('used_at', instant)
    .execute()
  await db.schema.createIndex('reset_tokens_user').on('reset_tokens').column('user_id').execute()
  await db.schema
    .createTable('password_history')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('password_history_user').on('password_history').column('user_id').execute()
}
