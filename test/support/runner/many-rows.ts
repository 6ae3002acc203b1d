import { sql, type RawBuilder } from 'kysely'

import type { Queries } from '#store/queries.ts'
import { testsOnPostgres } from './make-database.ts'

/** The numbers from 1 to `count`, for an insert of as many rows in one statement. */
export const numbers = (count: number) =>
  sql`with recursive "number"("n") as (select 1 union all select "n" + 1 from "number" where "n" < ${count})`

type Part = RawBuilder<unknown>

/** An instant so many seconds after another. */
const secondsAfter = (from: string): Part =>
  testsOnPostgres
    ? sql`to_char(cast(cast(${from} as text) as timestamp) + "n" * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${from}, '+' || "n" || ' seconds')`

/** A JSON object as text, of pairs of key and value; `list` and `yes` can be values. */
const object = (pairs: Part): Part =>
  testsOnPostgres ? sql`cast(json_build_object(${pairs}) as text)` : sql`json_object(${pairs})`
const list = (values: Part): Part =>
  testsOnPostgres ? sql`json_build_array(${values})` : sql`json_array(${values})`
const yes: Part = testsOnPostgres ? sql`true` : sql`json('true')`

interface ManyEvents {
  count: number
  /** Every how many is of no project, and names one in its data; 0: none. */
  global?: number
  project?: string
  authors?: number
  /** The first event's instant; the others follow a second apart. */
  from?: string
}

/** Writes events as they come from an instance in use: mostly of flags, by many authors, a second apart. */
export async function addManyEvents(
  queries: Queries,
  { count, global = 50, project = 'default', authors = 500, from = '2026-10-01T00:00:00.000Z' }: ManyEvents,
): Promise<void> {
  const isGlobal = global === 0 ? sql`(1 = 0)` : sql`("n" % ${global} = 0)`
  await sql`insert into "events" ("type", "created_by", "created_by_user_id", "created_at", "feature_name", "project",
      "environment", "data", "pre_data", "tags", "group_id", "affects_clients")
    ${numbers(count)}
    select
      case when ${isGlobal} then 'api-token-created' when "n" % 3 = 0 then 'feature-metadata-updated'
        else 'feature-environment-enabled' end,
      'user-' || ("n" % ${authors}), 1000 + "n" % ${authors},
      ${secondsAfter(from)},
      case when ${isGlobal} then null else 'flag-' || ("n" % 5000) end,
      case when ${isGlobal} then null else ${project} end,
      case when "n" % 3 = 0 or ${isGlobal} then null else 'development' end,
      case when ${isGlobal} then ${object(sql`'tokenName', 'token-' || "n", 'projects', ${list(sql`cast(${project} as text)`)}`)}
        else ${object(sql`'name', 'flag-' || ("n" % 5000), 'description', 'The checkout of the shop, number ' || "n",
          'enabled', ${yes}, 'constraints', ${list(sql`'country', 'IN', 'DE', 'AT', 'CH'`)}`)} end,
      case when "n" % 3 = 0 then ${object(sql`'name', 'flag-' || ("n" % 5000), 'description', 'before ' || "n"`)} end,
      '[]', 'group-' || ("n" / 2), 1
    from "number"`.execute(queries)
}

/** Writes signals of an endpoint, a second apart, as processed. */
export async function addManySignals(
  queries: Queries,
  {
    count,
    sourceId = 1,
    from = '2026-10-01T00:00:00.000Z',
  }: { count: number; sourceId?: number; from?: string },
): Promise<void> {
  await sql`insert into "signals" ("source", "source_id", "payload", "headers", "created_at", "processed")
    ${numbers(count)}
    select 'signal-endpoint', ${sourceId},
      ${object(sql`'n', "n", 'severity', case when "n" % 2 = 0 then 'critical' else 'info' end,
        'host', 'web-' || ("n" % 40), 'message', 'Error rate is above its threshold since 12:00'`)},
      ${object(sql`'ip', '10.0.0.1', 'userAgent', 'Prometheus'`)},
      ${secondsAfter(from)}, 1
    from "number"`.execute(queries)
}

/** Writes names that no flag has, each reported by so many applications. */
export async function addManyUnknownFlags(
  queries: Queries,
  { names, apps = 1 }: { names: number; apps?: number },
): Promise<void> {
  await sql`insert into "unknown_flags" ("name", "app_name", "environment", "seen_at")
    ${numbers(names * apps)}
    select 'unknown-' || ("n" / ${apps}), 'app-' || ("n" % ${apps}), 'development',
      ${secondsAfter('2026-11-01T00:00:00.000Z')}
    from "number"`.execute(queries)
}

/** Writes impressions of some sessions, without warnings. */
export async function addManyImpressions(queries: Queries, { count }: { count: number }): Promise<void> {
  await sql`insert into "impressions" ("event_id", "event_type", "feature_name", "enabled", "session_id", "user_id",
      "environment", "app_name", "context", "warnings", "reason", "received_at")
    ${numbers(count)}
    select 'event-' || "n", 'isEnabled', 'flag-' || ("n" % 100), 1, 'session-' || ("n" % 1000), 'user-' || ("n" % 1000),
      'development', 'shop', ${object(sql`'appName', 'shop', 'userId', 'user-' || ("n" % 1000)`)}, '[]', 'default',
      ${secondsAfter('2026-11-01T00:00:00.000Z')}
    from "number"`.execute(queries)
}
