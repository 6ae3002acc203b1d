import type { Kysely } from 'kysely'

/** Banners, notifications of users, and feedback about the window. */
export const instanceMessages = { version: 24, name: 'instance-messages', up }

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('banners')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('message', 'text', (c) => c.notNull())
    .addColumn('enabled', 'boolean', (c) => c.notNull())
    .addColumn('variant', 'text', (c) => c.notNull())
    .addColumn('sticky', 'boolean', (c) => c.notNull())
    .addColumn('icon', 'text')
    .addColumn('link', 'text')
    .addColumn('link_text', 'text')
    .addColumn('dialog_title', 'text')
    .addColumn('dialog', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('notifications')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('project', 'text', (c) => c.notNull())
    .addColumn('notification_type', 'text', (c) => c.notNull())
    .addColumn('message', 'text', (c) => c.notNull())
    .addColumn('link', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('created_by_user_id', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('read_at', 'text')
    .execute()
  await db.schema
    .createIndex('notifications_of_user')
    .on('notifications')
    .columns(['user_id', 'id'])
    .execute()
  await db.schema
    .createTable('collected_feedback')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('user_type', 'text')
    .addColumn('difficulty_score', 'real')
    .addColumn('positive', 'text')
    .addColumn('areas_for_improvement', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
}
