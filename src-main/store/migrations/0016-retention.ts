import { sql, type Kysely } from 'kysely'

import { createTrigger } from '../engines/portable.ts'

/** Indexes and counts that keep retention and the event log quick at a million rows. */
export const retention = { version: 16, name: 'retention', up }

type Db = Kysely<unknown>

async function up(db: Db): Promise<void> {
  await indexEvents(db)
  await countEventsByDay(db)
  await indexAges(db)
  // a set processes only signals that came after it was turned on
  await db.schema
    .alterTable('action_sets')
    .addColumn('listens_after', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  // counts successes and failures of a set without reading the payloads
  await db.schema
    .createIndex('action_set_events_project')
    .on('action_set_events')
    .columns(['project', 'action_set_id', 'state'])
    .execute()
}

/** SQLite appends the id to each index: "the newest of a type" and "so many between two ids" read the index alone. */
async function indexEvents(db: Db): Promise<void> {
  await db.schema.createIndex('events_type').on('events').column('type').execute()
  await db.schema.createIndex('events_author').on('events').column('created_by_user_id').execute()
  await db.schema.createIndex('events_group').on('events').column('group_id').execute()
  await sql`create index "events_environment" on "events" ("environment") where "environment" is not null`.execute(
    db,
  )
  // deleting an event deletes its deliveries
  await db.schema
    .createIndex('integration_events_event')
    .on('integration_events')
    .column('event_id')
    .execute()
}

/** Counts the events of each environment per day, with the first and last event id. */
async function countEventsByDay(db: Db): Promise<void> {
  await db.schema
    .createTable('event_days')
    .addColumn('day', 'text', (c) => c.notNull())
    // empty means no environment
    .addColumn('environment', 'text', (c) => c.notNull())
    .addColumn('first_id', 'integer', (c) => c.notNull())
    .addColumn('last_id', 'integer', (c) => c.notNull())
    .addColumn('events', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('event_days_pk', ['day', 'environment'])
    .execute()
  await sql`insert into "event_days"
    select substr("created_at", 1, 10), coalesce("environment", ''), min("id"), max("id"), count(*)
    from "events" group by 1, 2`.execute(db)
  await createTrigger({
    name: 'events_counted',
    table: 'events',
    after: 'insert',
    statements: [
      `insert into "event_days"
      values (substr(new."created_at", 1, 10), coalesce(new."environment", ''), new."id", new."id", 1)
      on conflict ("day", "environment")
      do update set "events" = "event_days"."events" + 1, "last_id" = excluded."last_id"`,
    ],
  }).execute(db)
  await createTrigger({
    name: 'events_discounted',
    table: 'events',
    after: 'delete',
    statements: [
      `update "event_days" set "events" = "events" - 1
      where "day" = substr(old."created_at", 1, 10) and "environment" = coalesce(old."environment", '')`,
      `delete from "event_days" where "day" = substr(old."created_at", 1, 10)
      and "environment" = coalesce(old."environment", '') and "events" = 0`,
    ],
  }).execute(db)
}

/** Indexes by age for rows that are deleted by age. */
async function indexAges(db: Db): Promise<void> {
  const ages = {
    client_applications: 'seen_at',
    client_instances: 'last_seen',
    client_metrics: 'hour',
    client_metrics_variants: 'hour',
    reset_tokens: 'expires_at',
    sessions: 'expires_at',
    unknown_flags: 'seen_at',
  }
  for (const [table, column] of Object.entries(ages))
    await db.schema.createIndex(`${table}_age`).on(table).column(column).execute()
}
