import type { Kysely } from 'kysely'

/** Accounts at identity providers that users have signed in with, by the id that stays theirs. */
export const providerIdentities = { version: 28, name: 'provider-identities', up }

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('provider_identities')
    .addColumn('integration', 'text', (c) => c.notNull())
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('linked_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('provider_identities_pk', ['integration', 'issuer', 'subject'])
    .execute()
  await db.schema
    .createIndex('provider_identities_user')
    .unique()
    .on('provider_identities')
    .columns(['user_id', 'integration', 'issuer'])
    .execute()
}
