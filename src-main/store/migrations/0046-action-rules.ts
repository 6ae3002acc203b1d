import { sql, type Kysely } from 'kysely'

/**
 * Rules of action sets, and what leads from a signal to a flag (ADR 86): retries that wait, signals that started nothing, resets, the
 * times of actions, and the place of their events in the log.
 */
export const actionRules = { version: 46, name: 'action-rules', up }

type Db = Kysely<unknown>
const instant = 'text'
const json = 'text'

async function up(db: Db): Promise<void> {
  // how the sender was known; null: from a former version, or sent from the window
  await db.schema.alterTable('signals').addColumn('proof', 'text').execute()
  // null: the rules that count unless others are set
  await db.schema.alterTable('action_sets').addColumn('rules', json).execute()
  // the newest execution that a reset has dealt with
  await db.schema
    .alterTable('action_sets')
    .addColumn('reset_up_to', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await extendExecutions(db)
  await createNotes(db)
  await createRetries(db)
}

async function extendExecutions(db: Db): Promise<void> {
  await db.schema.alterTable('action_set_events').addColumn('write_id', 'text').execute()
  await db.schema.alterTable('action_set_events').addColumn('steps', json).execute()
  // number of events that the actions wrote
  await db.schema
    .alterTable('action_set_events')
    .addColumn('switched', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  // answers the pace of a set from the index alone: the rows hold payloads
  await sql`create index "action_set_events_pace" on "action_set_events" ("action_set_id", "created_at")
    where "attempt" = 1`.execute(db)
  await sql`create index "action_set_events_switched" on "action_set_events" ("action_set_id", "id")
    where "switched" > 0`.execute(db)
}

async function createNotes(db: Db): Promise<void> {
  await db.schema
    .createTable('action_set_notes')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    // no references to the set and the signal: the note outlives both
    .addColumn('action_set_id', 'integer', (c) => c.notNull())
    .addColumn('signal_id', 'integer', (c) => c.notNull())
    .addColumn('project', 'text', (c) => c.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('details', json, (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    // a unique index guarantees that no signal resets a set twice
    .addUniqueConstraint('action_set_notes_once', ['signal_id', 'action_set_id'])
    .execute()
  await db.schema
    .createIndex('action_set_notes_set')
    .on('action_set_notes')
    .columns(['action_set_id', 'id'])
    .execute()
}

async function createRetries(db: Db): Promise<void> {
  await db.schema
    .createTable('action_retries')
    // one for each set: a newer execution takes the place of the retry of an older one
    .addColumn('action_set_id', 'integer', (c) =>
      c.notNull().primaryKey().references('action_sets.id').onDelete('cascade'),
    )
    .addColumn('execution_id', 'integer', (c) => c.notNull())
    .addColumn('retry', 'integer', (c) => c.notNull())
    .addColumn('due_at', instant, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('action_retries_due').on('action_retries').column('due_at').execute()
}
