import { sql, type Kysely } from 'kysely'

import { beginIds, continueIds } from '../engines/portable.ts'

/** Executions can be retried and dismissed, and signals say how their actions came out. */
export const failedActions = { version: 19, name: 'failed-actions', up }

type Db = Kysely<unknown>
const instant = 'text'
const json = 'text'

async function up(db: Db): Promise<void> {
  await rebuildExecutions(db)
  await noteOutcomes(db)
}

/** Rebuilt, because a retry is another execution of the same set by the same signal: that was unique until now. */
async function rebuildExecutions(db: Db): Promise<void> {
  await db.schema
    .createTable('executions_rebuilt')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    // no reference: the executions of a signal stay when the set is deleted
    .addColumn('action_set_id', 'integer', (c) => c.notNull())
    .addColumn('signal_id', 'integer', (c) => c.notNull())
    .addColumn('project', 'text', (c) => c.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('attempt', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('requested_by', 'text')
    .addColumn('resolution', 'text')
    .addColumn('created_at', instant, (c) => c.notNull())
    // last, because it is long: SQLite reads the columns before it without it
    .addColumn('signal', json, (c) => c.notNull())
    .addColumn('action_set', json, (c) => c.notNull())
    // a unique index guarantees that nothing is executed or retried twice
    .addUniqueConstraint('action_set_events_once', ['signal_id', 'action_set_id', 'attempt'])
    .execute()
  await sql`insert into "executions_rebuilt"
    ("id", "action_set_id", "signal_id", "project", "state", "created_at", "signal", "action_set")
    select "id", "action_set_id", "signal_id", "project", "state", "created_at", "signal", "action_set"
    from "action_set_events" order by "id"`.execute(db)
  // ids of deleted executions are not reused
  await beginIds('executions_rebuilt').execute(db)
  await continueIds('executions_rebuilt', 'action_set_events').execute(db)
  await db.schema.dropTable('action_set_events').execute()
  await db.schema.alterTable('executions_rebuilt').renameTo('action_set_events').execute()
  await indexExecutions(db)
}

async function indexExecutions(db: Db): Promise<void> {
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(name).on('action_set_events').columns(columns).execute()
  await index('action_set_events_set', ['action_set_id', 'id'])
  await index('action_set_events_age', ['created_at'])
  await index('action_set_events_project', ['project', 'action_set_id', 'state'])
  // few rows: failures that nobody has handled
  await sql`create index "action_set_events_unresolved" on "action_set_events" ("project", "action_set_id")
    where "state" = 'failed' and "resolution" is null`.execute(db)
  await sql`create index "action_set_events_unresolved_newest" on "action_set_events" ("id")
    where "state" = 'failed' and "resolution" is null`.execute(db)
}

async function noteOutcomes(db: Db): Promise<void> {
  // null: no action set matched
  await db.schema.alterTable('signals').addColumn('outcome', 'text').execute()
  await sql`update "signals" set "outcome" = 'waiting' where "processed" = 0`.execute(db)
  await sql`update "signals" set "outcome" = (
      select case
        when count(*) filter (where "state" <> 'success') = 0 then 'done'
        when count(*) filter (where "action_set" like '%"state":"success"%') > 0 then 'partly'
        else 'failed' end
      from "action_set_events" where "signal_id" = "signals"."id")
    where "processed" = 1 and "id" in (select "signal_id" from "action_set_events")`.execute(db)
  await sql`create index "signals_outcome" on "signals" ("outcome", "created_at")
    where "outcome" is not null`.execute(db)
  await sql`create index "signals_outcome_of_source" on "signals" ("source_id", "outcome", "created_at")
    where "outcome" is not null`.execute(db)
}
