import { sql, type Kysely } from 'kysely'

/**
 * Signals once (ADR 85): the ids of deliveries, the id that an endpoint looks at, and several secrets for the sender of a token, so that
 * one can replace another while both count.
 */
export const signalDeliveries = { version: 45, name: 'signal-deliveries', up }

type Db = Kysely<unknown>
const instant = 'text'

async function up(db: Db): Promise<void> {
  // where the id of a delivery is, as JSON; null: in the headers of known senders
  await db.schema.alterTable('signal_endpoints').addColumn('delivery_id', 'text').execute()
  await createDeliveries(db)
  await rebuildSecrets(db)
}

async function createDeliveries(db: Db): Promise<void> {
  await db.schema
    .createTable('signal_deliveries')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    // no references: a delivery outlives its endpoint, its token and its signal
    .addColumn('source_id', 'integer', (c) => c.notNull())
    .addColumn('token_id', 'integer', (c) => c.notNull())
    .addColumn('delivery_id', 'text', (c) => c.notNull())
    .addColumn('signal_id', 'integer', (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('first_at', instant, (c) => c.notNull())
    .addColumn('last_at', instant, (c) => c.notNull())
    .addColumn('times', 'integer', (c) => c.notNull())
    // a unique index guarantees that no delivery is stored twice
    .addUniqueConstraint('signal_deliveries_once', ['token_id', 'delivery_id'])
    .execute()
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(name).on('signal_deliveries').columns(columns).execute()
  await index('signal_deliveries_signal', ['signal_id'])
  await index('signal_deliveries_source', ['source_id', 'id'])
}

/** Rebuilt, because the token was the key: it had one secret. */
async function rebuildSecrets(db: Db): Promise<void> {
  await db.schema
    .createTable('sender_secrets_rebuilt')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('token_id', 'integer', (c) =>
      c.notNull().references('signal_endpoint_tokens.id').onDelete('cascade'),
    )
    .addColumn('scheme', 'text', (c) => c.notNull())
    .addColumn('sealed', 'text', (c) => c.notNull())
    .addColumn('set_at', instant, (c) => c.notNull())
    // null: until it is replaced
    .addColumn('until', instant)
    .execute()
  await sql`insert into "sender_secrets_rebuilt" ("token_id", "scheme", "sealed", "set_at")
    select "token_id", 'body', "sealed", "set_at" from "signal_sender_secrets" order by "token_id"`.execute(
    db,
  )
  await db.schema.dropTable('signal_sender_secrets').execute()
  await db.schema.alterTable('sender_secrets_rebuilt').renameTo('signal_sender_secrets').execute()
  await db.schema
    .createIndex('signal_sender_secrets_token')
    .on('signal_sender_secrets')
    .column('token_id')
    .execute()
}
