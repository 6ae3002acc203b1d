import { sql, type Kysely } from 'kysely'

/** All that a flag can be and carry: lifecycle stages, links, favourites; what applications say of themselves. */
export const flags = { version: 2, name: 'flags', up }

type Db = Kysely<unknown>
const instant = 'text'

async function up(db: Db): Promise<void> {
  await createLifecycle(db)
  await db.schema
    .createTable('feature_links')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('feature_name', 'text', (c) => c.notNull().references('features.name').onDelete('cascade'))
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('title', 'text')
    .execute()
  await db.schema.createIndex('feature_links_flag').on('feature_links').column('feature_name').execute()
  await db.schema
    .createTable('favorite_features')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('feature_name', 'text', (c) => c.notNull().references('features.name').onDelete('cascade'))
    .addPrimaryKeyConstraint('favorite_features_pk', ['user_id', 'feature_name'])
    .execute()
  await db.schema
    .createTable('favorite_projects')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('project', 'text', (c) => c.notNull().references('projects.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('favorite_projects_pk', ['user_id', 'project'])
    .execute()
  await createApplications(db)
  await createImpressions(db)
}

async function createLifecycle(db: Db): Promise<void> {
  await db.schema
    .createTable('feature_lifecycle_stages')
    .addColumn('feature_name', 'text', (c) => c.notNull().references('features.name').onDelete('cascade'))
    .addColumn('stage', 'text', (c) => c.notNull())
    .addColumn('status', 'text')
    .addColumn('status_value', 'text')
    .addColumn('entered_at', instant, (c) => c.notNull())
    .addPrimaryKeyConstraint('feature_lifecycle_stages_pk', ['feature_name', 'stage'])
    .execute()
  await sql`insert into feature_lifecycle_stages (feature_name, stage, entered_at)
    select name, 'initial', created_at from features`.execute(db)
  await sql`insert into feature_lifecycle_stages (feature_name, stage, entered_at)
    select name, 'archived', archived_at from features where archived_at is not null`.execute(db)
  await db.schema
    .alterTable('features')
    .addColumn('potentially_stale', 'boolean', (c) => c.notNull().defaultTo(sql`false`))
    .execute()
}

async function createApplications(db: Db): Promise<void> {
  for (const column of ['description', 'icon', 'url', 'color']) {
    await db.schema.alterTable('client_applications').addColumn(column, 'text').execute()
  }
  await db.schema
    .alterTable('client_applications')
    .addColumn('created_by', 'text', (c) => c.notNull().defaultTo('unleash_system_user'))
    .execute()
  await db.schema
    .createTable('client_application_usage')
    .addColumn('app_name', 'text', (c) =>
      c.notNull().references('client_applications.app_name').onDelete('cascade'),
    )
    .addColumn('project', 'text', (c) => c.notNull())
    .addColumn('environment', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('client_application_usage_pk', ['app_name', 'project', 'environment'])
    .execute()
}

async function createImpressions(db: Db): Promise<void> {
  await db.schema
    .createTable('impressions')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('event_id', 'text', (c) => c.notNull())
    .addColumn('event_type', 'text', (c) => c.notNull())
    .addColumn('feature_name', 'text', (c) => c.notNull())
    .addColumn('enabled', 'boolean', (c) => c.notNull())
    .addColumn('variant', 'text')
    .addColumn('session_id', 'text')
    .addColumn('user_id', 'text')
    .addColumn('environment', 'text')
    .addColumn('app_name', 'text')
    .addColumn('context', 'text', (c) => c.notNull())
    .addColumn('warnings', 'text', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('received_at', instant, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('impressions_session')
    .on('impressions')
    .columns(['session_id', 'feature_name', 'id'])
    .execute()
}
