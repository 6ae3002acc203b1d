import type { Kysely } from 'kysely'

/** Sign-ins and sign-outs, successful or not: the login history. */
export const signIns = { version: 21, name: 'sign-ins', up }

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sign_ins')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('user_id', 'integer')
    .addColumn('successful', 'boolean', (c) => c.notNull())
    .addColumn('failure_reason', 'text')
    .addColumn('ip', 'text')
    .addColumn('group_sync', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('sign_ins_age').on('sign_ins').column('created_at').execute()
}
