import type { Kysely } from 'kysely'

/** Short-lived records that the next request needs, whichever Halyard it reaches (ADR 41). */
export const sharedMemory = { version: 30, name: 'shared-memory', up }

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('one_time_codes')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('sealed', 'text')
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('one_time_codes_expiry').on('one_time_codes').column('expires_at').execute()
  await db.schema
    .createTable('custom_metrics')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('key', 'text', (c) => c.notNull().unique())
    .addColumn('environment', 'text')
    .addColumn('projects', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('labels', 'text')
    .addColumn('value', 'real', (c) => c.notNull())
    .addColumn('minute', 'text', (c) => c.notNull())
    .execute()
}
