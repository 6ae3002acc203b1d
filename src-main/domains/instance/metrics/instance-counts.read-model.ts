import { sql } from 'kysely'

import type { Queries } from '#store/queries.ts'

/** Numbers of what is stored. Each is counted from an index or a small table. */
export interface InstanceCounts {
  features: number
  archivedFeatures: number
  projects: number
  environments: number
  segments: number
  users: number
  serviceAccounts: number
  groups: number
  roles: number
  apiTokens: number
  applications: number
  signalEndpoints: number
  openChangeRequests: number
  releasePlans: number
}

/** Counts what is stored, each number in a query of its own. */
export async function readInstanceCounts(queries: Queries): Promise<InstanceCounts> {
  const count = async (from: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${from}`.execute(queries)
    return rows[0]?.count ?? 0
  }
  return {
    features: await count(sql`features where archived_at is null`),
    archivedFeatures: await count(sql`features where archived_at is not null`),
    projects: await count(sql`projects where archived_at is null`),
    environments: await count(sql`environments`),
    segments: await count(sql`segments`),
    users: await count(sql`users where kind = 'user'`),
    serviceAccounts: await count(sql`users where kind = 'service-account'`),
    groups: await count(sql`groups`),
    roles: await count(sql`roles`),
    apiTokens: await count(sql`api_tokens`),
    applications: await count(sql`client_applications`),
    signalEndpoints: await count(sql`signal_endpoints`),
    openChangeRequests: await count(
      sql`change_requests where state not in ('Applied', 'Cancelled', 'Rejected')`,
    ),
    releasePlans: await count(sql`release_plan_definitions where feature_name is not null`),
  }
}

export async function readEnvironmentNames(queries: Queries): Promise<string[]> {
  const rows = await queries.selectFrom('environments').select('name').orderBy('sort_order').execute()
  return rows.map(({ name }) => name)
}
