import { sql, type Kysely } from 'kysely'

import { createTrigger } from '../engines/portable.ts'

/** Counts and indexes that a project's pages need to be quick at a million events. */
export const projectActivity = { version: 18, name: 'project-activity', up }

type Db = Kysely<unknown>

async function up(db: Db): Promise<void> {
  await db.schema
    .createTable('project_event_days')
    .addColumn('project', 'text', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('first_id', 'integer', (c) => c.notNull())
    .addColumn('last_id', 'integer', (c) => c.notNull())
    .addColumn('events', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('project_event_days_pk', ['project', 'day'])
    .execute()
  await sql`insert into "project_event_days"
    select "project", substr("created_at", 1, 10), min("id"), max("id"), count(*)
    from "events" where "project" is not null group by 1, 2`.execute(db)
  await createTrigger({
    name: 'project_events_counted',
    table: 'events',
    after: 'insert',
    when: 'new."project" is not null',
    statements: [
      `insert into "project_event_days"
      values (new."project", substr(new."created_at", 1, 10), new."id", new."id", 1)
      on conflict ("project", "day")
      do update set "events" = "project_event_days"."events" + 1, "last_id" = excluded."last_id"`,
    ],
  }).execute(db)
  await createTrigger({
    name: 'project_events_discounted',
    table: 'events',
    after: 'delete',
    when: 'old."project" is not null',
    statements: [
      `update "project_event_days" set "events" = "events" - 1
      where "project" = old."project" and "day" = substr(old."created_at", 1, 10)`,
      `delete from "project_event_days" where "project" = old."project"
      and "day" = substr(old."created_at", 1, 10) and "events" = 0`,
    ],
  }).execute(db)
  // one lookup per flag: when it was first enabled in any environment
  await sql`create index "events_enabled" on "events" ("feature_name", "environment", "created_at", "project")
    where "type" = 'feature-environment-enabled'`.execute(db)
}
