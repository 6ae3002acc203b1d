import type { Kysely } from 'kysely'

/**
 * Late signals (ADR 88): the place where a sender says the time or the number of a signal, the newest of each token, and the signals that
 * came after a newer one.
 */
export const lateSignals = { version: 47, name: 'late-signals', up }

type Db = Kysely<unknown>
const instant = 'text'

async function up(db: Db): Promise<void> {
  // where a signal has its time or its number, as JSON; null: nowhere, so that none is late
  await db.schema.alterTable('signal_endpoints').addColumn('order_place', 'text').execute()
  await db.schema
    .createTable('signal_order_marks')
    // each sender counts for itself
    .addColumn('token_id', 'integer', (c) =>
      c.notNull().primaryKey().references('signal_endpoint_tokens.id').onDelete('cascade'),
    )
    .addColumn('source_id', 'integer', (c) => c.notNull())
    .addColumn('newest', 'real', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('late_signals')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    // no reference: signals are deleted in large numbers
    .addColumn('signal_id', 'integer', (c) => c.notNull())
    .addColumn('sent_order', 'real', (c) => c.notNull())
    .addColumn('newest', 'real', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('late_signals_signal').on('late_signals').column('signal_id').execute()
}
