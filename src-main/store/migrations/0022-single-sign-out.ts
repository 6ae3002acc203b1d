import type { Kysely } from 'kysely'

/** Sessions know the provider's session, to end it too; the login history is read by user. */
export const singleSignOut = { version: 22, name: 'single-sign-out', up }

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('provider_session', 'text').execute()
  await db.schema.createIndex('sign_ins_user').on('sign_ins').column('user_id').execute()
}
