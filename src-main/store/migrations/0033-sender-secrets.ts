import type { Kysely } from 'kysely'

/** Secrets that senders of signals choose themselves, sealed. */
export const senderSecrets = { version: 33, name: 'sender-secrets', up }

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('signal_sender_secrets')
    .addColumn('token_id', 'integer', (c) =>
      c.primaryKey().references('signal_endpoint_tokens.id').onDelete('cascade'),
    )
    .addColumn('sealed', 'text', (c) => c.notNull())
    .addColumn('set_at', 'text', (c) => c.notNull())
    .execute()
}
