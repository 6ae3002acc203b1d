import { sql } from 'kysely'

import { Turn } from '#runtime/turn.ts'
import { jsonLength, jsonObjectsOf, rowNumber } from '#store/engines/portable.ts'
import { newestWindows } from '#store/id-windows.ts'
import type { Queries } from '#store/queries.ts'

const HOUR_MS = 3_600_000

/** The instants that "in the last n days" begin with, and yesterday's bounds, as ISO-8601. */
export interface FigureTimes {
  last7: string
  last30: string
  last60: string
  last90: string
  yesterday: string
  today: string
}

/**
 * Builds the queries that count each figure. Private data is counted too: a figure reveals nothing about it.
 */
function countersOf(times: FigureTimes) {
  const { last7, last30, last60, last90 } = times
  const activeSince = (at: string) =>
    sql`(select count(*) from users where kind = 'user' and seen_at >= ${at})`
  const tokens = (type: string) => sql`(select count(*) from api_tokens where type = ${type})`
  const appsSince = (at: string) => sql`(select count(*) from client_applications where seen_at >= ${at})`
  const events = (type: string) => sql`(select count(*) from events where type = ${type})`
  return {
    users: sql`(select count(*) from users where kind = 'user')`,
    serviceAccounts: sql`(select count(*) from users where kind = 'service-account')`,
    clientTokens: tokens('client'),
    adminTokens: tokens('admin'),
    frontendTokens: tokens('frontend'),
    active7: activeSince(last7),
    active30: activeSince(last30),
    active60: activeSince(last60),
    active90: activeSince(last90),
    featureToggles: sql`(select count(*) from features where archived_at is null)`,
    archivedFeatureToggles: sql`(select count(*) from features where archived_at is not null)`,
    projects: sql`(select count(*) from projects where archived_at is null)`,
    contextFields: sql`(select count(*) from context_fields)`,
    roles: sql`(select count(*) from roles)`,
    customRootRoles: sql`(select count(*) from roles where type = 'root-custom')`,
    customRootRolesInUse: sql`(select count(*) from roles where type = 'root-custom' and (
      id in (select role_id from user_roles) or id in (select root_role_id from groups)))`,
    groups: sql`(select count(*) from groups)`,
    environments: sql`(select count(*) from environments)`,
    segments: sql`(select count(*) from segments)`,
    strategies: sql`(select count(*) from strategy_types)`,
    apps7: appsSince(last7),
    apps30: appsSince(last30),
    apps: sql`(select count(*) from client_applications)`,
    featureExports: events('features-exported'),
    featureImports: events('features-imported'),
    maxEnvironmentStrategies: sql`(select coalesce(max(n), 0) from (
      select count(*) as n from feature_strategies group by feature_name, environment) as counted)`,
    releaseTemplates: sql`(select count(*) from release_plan_definitions
      where feature_name is null and archived_at is null)`,
    releasePlans: sql`(select count(*) from release_plan_definitions where feature_name is not null)`,
  }
}

type Counted = Record<keyof ReturnType<typeof countersOf>, number>

export type Figures = Counted & {
  production30: number
  production60: number
  production90: number
  enabledBuckets: number
  variantBuckets: number
  maxConstraints: number
  maxConstraintValues: number
}

/**
 * Counts every figure, in steps. Each figure is a query of its own, and large tables are counted in parts.
 */
export async function readFigures(queries: Queries, times: FigureTimes): Promise<Figures> {
  const turn = new Turn()
  const counted: Record<string, number> = {}
  for (const [name, count] of Object.entries(countersOf(times))) {
    const { rows } = await sql<{ figure: number }>`select ${count} as figure`.execute(queries)
    counted[name] = rows[0]?.figure ?? 0
    await turn.pause()
  }
  return {
    ...(counted as Counted),
    production30: await countProductionChanges(queries, times.last30),
    production60: await countProductionChanges(queries, times.last60),
    production90: await countProductionChanges(queries, times.last90),
    enabledBuckets: await countBuckets(queries, 'client_metrics', times),
    variantBuckets: await countBuckets(queries, 'client_metrics_variants', times),
    ...(await readLargestConstraints(queries)),
  }
}

/** Events of production environments since an instant: whole days by their counts, the day it lies in by its events. */
async function countProductionChanges(queries: Queries, since: string): Promise<number> {
  const day = since.slice(0, 10)
  const days = queries
    .selectFrom('event_days')
    .where('environment', 'in', (eb) =>
      eb.selectFrom('environments').select('name').where('type', '=', 'production'),
    )
  const { total } = await days
    .select((eb) => eb.fn.sum<number | null>('events').as('total'))
    .where('day', '>', day)
    .executeTakeFirstOrThrow()
  const range = await days
    .select((eb) => [
      eb.fn.min<number | null>('first_id').as('first'),
      eb.fn.max<number | null>('last_id').as('last'),
    ])
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  let changes = Number(total ?? 0)
  for await (const { first, last } of newestWindows({ first: range.first ?? 0, last: range.last ?? -1 })) {
    const { n } = await queries
      .selectFrom('events')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('id', '>=', first)
      .where('id', '<=', last)
      .where('environment', 'in', (eb) =>
        eb.selectFrom('environments').select('name').where('type', '=', 'production'),
      )
      .where('created_at', '>=', since)
      .where('created_at', '<', `${day}T24`)
      .executeTakeFirstOrThrow()
    changes += Number(n)
  }
  return changes
}

type Buckets = 'client_metrics' | 'client_metrics_variants'

/** The counts of SDKs of yesterday, hour by hour. */
async function countBuckets(
  queries: Queries,
  table: Buckets,
  { yesterday, today }: FigureTimes,
): Promise<number> {
  const turn = new Turn()
  let buckets = 0
  for (let at = Date.parse(yesterday); at < Date.parse(today); at += HOUR_MS) {
    const { n } = await queries
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('hour', '>=', new Date(at).toISOString())
      .where('hour', '<', new Date(at + HOUR_MS).toISOString())
      .executeTakeFirstOrThrow()
    buckets += Number(n)
    await turn.pause()
  }
  return buckets
}

const ROW = rowNumber('feature_strategies')

/** The most constraints of a strategy and the most values of a constraint, read in windows of the rows. */
async function readLargestConstraints(
  queries: Queries,
): Promise<Pick<Figures, 'maxConstraints' | 'maxConstraintValues'>> {
  const range = await sql<{ first: number | null; last: number | null }>`
    select (select min(${ROW}) from feature_strategies) as first, (select max(${ROW}) from feature_strategies) as last`.execute(
    queries,
  )
  const { first, last } = range.rows[0] ?? { first: null, last: null }
  const most = { maxConstraints: 0, maxConstraintValues: 0 }
  for await (const window of newestWindows({ first: first ?? 0, last: last ?? -1 })) {
    const within = sql`${ROW} between ${window.first} and ${window.last}`
    const { rows } = await sql<typeof most>`select
      (select max(${jsonLength(sql.ref('constraints'))}) from feature_strategies where ${within}) as "maxConstraints",
      (select max(${jsonLength(sql.ref('value'), 'values')})
        from (select constraints as own from feature_strategies where ${within}) as strategy,
          ${jsonObjectsOf(sql.ref('own'))}) as "maxConstraintValues"`.execute(queries)
    most.maxConstraints = Math.max(most.maxConstraints, rows[0]?.maxConstraints ?? 0)
    most.maxConstraintValues = Math.max(most.maxConstraintValues, rows[0]?.maxConstraintValues ?? 0)
  }
  return most
}

/** Reads the ids of the users who can sign in. */
export async function readPeople(queries: Queries): Promise<number[]> {
  const rows = await queries.selectFrom('users').select('id').where('kind', '=', 'user').execute()
  return rows.map(({ id }) => id)
}
