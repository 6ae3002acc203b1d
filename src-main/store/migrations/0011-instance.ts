import type { Kysely } from 'kysely'

/** Splash screens and feedback forms that users have seen, and request counts. */
export const instance = { version: 11, name: 'instance', up }

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('user_splash')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('splash_id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('user_splash_pk', ['user_id', 'splash_id'])
    .execute()
  await db.schema
    .createTable('user_feedback')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('feedback_id', 'text', (c) => c.notNull())
    .addColumn('given', 'text')
    .addColumn('never_show', 'boolean', (c) => c.notNull())
    .addPrimaryKeyConstraint('user_feedback_pk', ['user_id', 'feedback_id'])
    .execute()
  await db.schema
    .createTable('traffic')
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('api_path', 'text', (c) => c.notNull())
    .addColumn('traffic_group', 'text', (c) => c.notNull())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('traffic_pk', ['day', 'api_path', 'traffic_group'])
    .execute()
}
