import type { Kysely } from 'kysely'

/** Integrations, how far each has come in the event stream, and what it was told (ADR 0022). */
export const addons = { version: 14, name: 'addons', up }

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('addons')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('enabled', 'boolean', (c) => c.notNull())
    .addColumn('description', 'text')
    .addColumn('parameters', 'text', (c) => c.notNull())
    .addColumn('events', 'text', (c) => c.notNull())
    .addColumn('projects', 'text', (c) => c.notNull())
    .addColumn('environments', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('integration_events')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('integration_id', 'integer', (c) => c.notNull().references('addons.id').onDelete('cascade'))
    .addColumn('event_id', 'integer', (c) => c.notNull().references('events.id').onDelete('cascade'))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('state_details', 'text', (c) => c.notNull())
    .addColumn('details', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('integration_events_of_integration')
    .on('integration_events')
    .columns(['integration_id', 'id'])
    .execute()
}
