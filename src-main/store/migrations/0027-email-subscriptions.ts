import type { Kysely } from 'kysely'

/** E-mails that users have subscribed to. */
export const emailSubscriptions = { version: 27, name: 'email-subscriptions', up }

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('email_subscriptions')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('subscription', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('email_subscriptions_pk', ['user_id', 'subscription'])
    .execute()
}
