import { sql, type Kysely } from 'kysely'

import { createTrigger } from '../engines/portable.ts'

/** Projects of flags that were deleted: what is left of a flag, such as its metrics, stays hidden with the project. */
export const formerFlags = { version: 35, name: 'former-flags', up }

type Db = Kysely<unknown>

/** The flag comes back: it is in the same project as before, whose id was not given again since. */
const COMES_BACK = `"former_flags"."project" = new."project" and not exists (
        select 1 from "events" where "events"."id" > "former_flags"."event_id"
        and "type" = 'project-created' and "events"."project" = new."project")`

async function up(db: Db): Promise<void> {
  await db.schema
    .createTable('former_flags')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .addColumn('project', 'text', (c) => c.notNull())
    // the newest event at the time
    .addColumn('event_id', 'integer', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('former_flags_project').on('former_flags').column('project').execute()
  await sql`insert into "former_flags" ("name", "project", "event_id")
    select "feature_name", "project", "id" from "events" where "id" in (
      select max("id") from "events" where "type" = 'feature-deleted' and "project" is not null group by "feature_name")
    and "feature_name" not in (select "name" from "features")`.execute(db)
  await createTrigger({
    name: 'flags_deleted',
    table: 'features',
    after: 'delete',
    statements: [
      `insert into "former_flags" ("name", "project", "event_id")
      values (old."name", old."project", coalesce((select max("id") from "events"), 0))
      on conflict ("name") do update set "project" = excluded."project", "event_id" = excluded."event_id"`,
    ],
  }).execute(db)
  await createTrigger({
    name: 'flags_created',
    table: 'features',
    after: 'insert',
    statements: [
      `delete from "former_flags" where "name" = new."name" and ${COMES_BACK}`,
      // one that is left was another flag; no index leads to its impressions, so they are looked through for such a one alone
      ...['client_metrics', 'client_metrics_variants'].map(
        (table) =>
          `delete from "${table}" where "feature_name" in (select "name" from "former_flags" where "name" = new."name")`,
      ),
      `delete from "impressions" where "id" in (select "impressions"."id" from "former_flags"
        join "impressions" on "impressions"."feature_name" = "former_flags"."name" where "former_flags"."name" = new."name")`,
      `delete from "former_flags" where "name" = new."name"`,
    ],
  }).execute(db)
}
