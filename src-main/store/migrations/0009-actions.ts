import type { Kysely } from 'kysely'

/**
 * Action sets that run when a signal comes in, and their executions (docs/contract/signals.md#action-sets,
 * docs/contract/signals.md#execution).
 */
export const actions = { version: 9, name: 'actions', up }

type Db = Kysely<unknown>
const instant = 'text'
const json = 'text'

async function up(db: Db): Promise<void> {
  await createSets(db)
  await createEvents(db)
}

async function createSets(db: Db): Promise<void> {
  await db.schema
    .createTable('action_sets')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('project', 'text', (c) => c.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('description', 'text')
    .addColumn('enabled', 'boolean', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    // no references: a set whose endpoint or service account is deleted is turned off, and can be repaired
    .addColumn('source_id', 'integer', (c) => c.notNull())
    .addColumn('filters', json, (c) => c.notNull())
    .addColumn('actor_id', 'integer', (c) => c.notNull())
    .addColumn('created_by_user_id', 'integer', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addUniqueConstraint('action_sets_name', ['project', 'name'])
    .execute()
  await db.schema.createIndex('action_sets_source').on('action_sets').column('source_id').execute()
  await db.schema
    .createTable('action_set_actions')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('action_set_id', 'integer', (c) =>
      c.notNull().references('action_sets.id').onDelete('cascade'),
    )
    .addColumn('sort_order', 'integer', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('execution_params', json, (c) => c.notNull())
    .addColumn('created_by_user_id', 'integer', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('action_set_actions_set')
    .on('action_set_actions')
    .columns(['action_set_id', 'sort_order'])
    .execute()
}

async function createEvents(db: Db): Promise<void> {
  await db.schema
    .createTable('action_set_events')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    // no reference: the executions of a signal stay when the set is deleted
    .addColumn('action_set_id', 'integer', (c) => c.notNull())
    .addColumn('signal_id', 'integer', (c) => c.notNull())
    .addColumn('project', 'text', (c) => c.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('signal', json, (c) => c.notNull())
    .addColumn('action_set', json, (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    // a unique index guarantees that nothing is executed twice
    .addUniqueConstraint('action_set_events_once', ['signal_id', 'action_set_id'])
    .execute()
  await db.schema
    .createIndex('action_set_events_set')
    .on('action_set_events')
    .columns(['action_set_id', 'id'])
    .execute()
  await db.schema.createIndex('action_set_events_age').on('action_set_events').column('created_at').execute()
}
