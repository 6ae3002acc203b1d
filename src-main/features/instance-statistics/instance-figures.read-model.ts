import { sql } from 'kysely'

import type { Queries } from '../../store/queries.ts'

/** The instants that "in the last n days" begin with, and yesterday's bounds, as ISO-8601. */
export interface FigureTimes {
  last7: string
  last30: string
  last60: string
  last90: string
  yesterday: string
  today: string
}

/** What counts each. What is private is counted, too: a figure gives nothing away. */
function countersOf(times: FigureTimes) {
  const { last7, last30, last60, last90, yesterday, today } = times
  const activeSince = (at: string) =>
    sql`(select count(*) from users where kind = 'user' and seen_at >= ${at})`
  const tokens = (type: string) => sql`(select count(*) from api_tokens where type = ${type})`
  const appsSince = (at: string) => sql`(select count(*) from client_applications where seen_at >= ${at})`
  const events = (type: string) => sql`(select count(*) from events where type = ${type})`
  const productionSince = (at: string) => sql`(select count(*) from events where created_at >= ${at}
    and environment in (select name from environments where type = 'production'))`
  const buckets = (table: string) =>
    sql`(select count(*) from ${sql.table(table)} where hour >= ${yesterday} and hour < ${today})`
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
    production30: productionSince(last30),
    production60: productionSince(last60),
    production90: productionSince(last90),
    enabledBuckets: buckets('client_metrics'),
    variantBuckets: buckets('client_metrics_variants'),
    maxEnvironmentStrategies: sql`(select coalesce(max(n), 0) from (
      select count(*) as n from feature_strategies group by feature_name, environment))`,
    maxConstraintValues: sql`(select coalesce(max(json_array_length(value, '$.values')), 0)
      from feature_strategies, json_each(constraints))`,
    maxConstraints: sql`(select coalesce(max(json_array_length(constraints)), 0) from feature_strategies)`,
    releaseTemplates: sql`(select count(*) from release_plan_definitions
      where feature_name is null and archived_at is null)`,
    releasePlans: sql`(select count(*) from release_plan_definitions where feature_name is not null)`,
  }
}

export type Figures = Record<keyof ReturnType<typeof countersOf>, number>

/** Everything that is counted, in one look at the store. */
export async function readFigures(queries: Queries, times: FigureTimes): Promise<Figures> {
  const columns = Object.entries(countersOf(times)).map(([name, count]) => sql`${count} as ${sql.ref(name)}`)
  const { rows } = await sql<Figures>`select ${sql.join(columns)}`.execute(queries)
  const [row] = rows
  if (!row) throw new Error('a select without a table answers one row')
  return row
}

/** The ids of those who can sign in. */
export async function readPeople(queries: Queries): Promise<number[]> {
  const rows = await queries.selectFrom('users').select('id').where('kind', '=', 'user').execute()
  return rows.map(({ id }) => id)
}
