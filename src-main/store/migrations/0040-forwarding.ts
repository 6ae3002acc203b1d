import type { Kysely } from 'kysely'

/** Reports of SDKs that a mirror has yet to send to its upstream, and what became of the others (ADR 76). */
export const forwarding = { version: 40, name: 'forwarding', up }

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('waiting_reports')
    // count, registration or impact
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('environment', 'text', (c) => c.notNull())
    // reports with the same key are one
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('project', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('evaluations', 'integer', (c) => c.notNull())
    .addColumn('since', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('waiting_reports_pk', ['kind', 'environment', 'key'])
    .execute()
  await db.schema
    .createIndex('waiting_reports_since')
    .on('waiting_reports')
    // with the number, so that sums need no other pages
    .columns(['kind', 'since', 'evaluations'])
    .execute()
  await db.schema
    .createIndex('waiting_reports_environment')
    .on('waiting_reports')
    .columns(['environment', 'since'])
    .execute()
  await db.schema
    .createTable('report_batches')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('environment', 'text', (c) => c.notNull())
    // digest of the token that it is sent with
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('evaluations', 'integer', (c) => c.notNull())
    .addColumn('since', 'text', (c) => c.notNull())
    // ready, or sending
    .addColumn('state', 'text', (c) => c.notNull())
    .execute()
  // one row
  await db.schema
    .createTable('forwarding_totals')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('sent', 'integer', (c) => c.notNull())
    .addColumn('dropped', 'integer', (c) => c.notNull())
    .addColumn('overridden', 'integer', (c) => c.notNull())
    .addColumn('unconfirmed', 'integer', (c) => c.notNull())
    .addColumn('sent_at', 'text')
    .execute()
}
