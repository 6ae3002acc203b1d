import type { Kysely } from 'kysely'

/** Digests of the values in the payloads of signals, a thousand in a row each, so that a search skips those without a value (ADR 91). */
export const signalDigests = { version: 49, name: 'signal-digests', up }

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('signal_digests')
    // of the signals from a thousand times this on
    .addColumn('id', 'integer', (c) => c.notNull().primaryKey())
    // base64; null: too many different values, so that these signals are always looked through
    .addColumn('digest', 'text')
    .execute()
}
