import { sql } from 'kysely'

import { compositeKey } from '#shared/composite-key.ts'
import type { RegisterApplication } from '#shared/clients/schemas/client.ts'
import { Turn } from '#runtime/turn.ts'
import { greatest, jsonObjects, jsonText, rowAddress } from '#store/engines/portable.ts'
import { groupRows } from '#store/group-rows.ts'
import { inList } from '#store/in-list.ts'
import { insertAll } from '#store/insert-all.ts'
import { toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'

export type SdkType = 'backend' | 'frontend'

export interface Instance {
  appName: string
  instanceId: string
  environment: string
  connectionId: string | null
  sdkVersion: string | null
  sdkType: SdkType
  clientIp: string | null
  platform: string | null
  specVersion: string | null
  /** Proxies that it came through, the one next to it first; empty: it registered here itself. */
  connectedVia: readonly ConnectedVia[]
}

/** A proxy between an SDK and this instance. */
export interface ConnectedVia {
  appName: string
  instanceId: string
}

/** Finds which of these names are those of applications. */
export async function findKnownApplications(
  queries: Queries,
  names: readonly string[],
): Promise<Set<string>> {
  const stored = await queries
    .selectFrom('client_applications')
    .select('app_name')
    .where((eb) => inList(eb.ref('app_name'), names))
    .execute()
  return new Set(stored.map((row) => row.app_name))
}

/** Notes that applications exist. */
export async function saveApplications(
  queries: Queries,
  applications: readonly RegisterApplication[],
  at: string,
): Promise<void> {
  const named = new Map(applications.map((one) => [one.appName, one]))
  const rows = [...named.values()].map(({ appName, strategies }) => ({
    app_name: appName,
    created_at: at,
    seen_at: at,
    strategies: toJson([...new Set(strategies)]),
  }))
  await insertAll(queries, 'client_applications', rows, (insert) =>
    insert.onConflict((conflict) =>
      conflict.column('app_name').doUpdateSet((eb) => ({
        seen_at: eb.ref('excluded.seen_at'),
        strategies: eb.ref('excluded.strategies'),
      })),
    ),
  )
}

/** Use of the flags of a project in an environment by an application. */
export interface ApplicationUsage {
  app_name: string
  project: string
  environment: string
}

/** Notes in which projects and environments applications use flags. */
export async function saveUsage(queries: Queries, usage: readonly ApplicationUsage[]): Promise<void> {
  await insertAll(queries, 'client_application_usage', usage, (insert) =>
    insert.onConflict((conflict) => conflict.doNothing()),
  )
}

/** Notes that instances of applications have started, or are still there. */
export async function saveInstances(
  queries: Queries,
  instances: readonly Instance[],
  at: string,
): Promise<void> {
  const named = new Map(
    instances.map((one) => [compositeKey(one.appName, one.environment, one.instanceId), one]),
  )
  const rows = [...named.values()].map((instance) => ({
    app_name: instance.appName,
    instance_id: instance.instanceId,
    environment: instance.environment,
    created_at: at,
    connection_id: instance.connectionId,
    sdk_version: instance.sdkVersion,
    sdk_type: instance.sdkType,
    client_ip: instance.clientIp,
    platform: instance.platform,
    spec_version: instance.specVersion,
    connected_via: instance.connectedVia.length === 0 ? null : toJson(instance.connectedVia),
    last_seen: at,
  }))
  await insertAll(queries, 'client_instances', rows, (insert) =>
    insert.onConflict((conflict) =>
      conflict.columns(['app_name', 'environment', 'instance_id']).doUpdateSet((eb) => ({
        connection_id: eb.ref('excluded.connection_id'),
        sdk_version: eb.ref('excluded.sdk_version'),
        sdk_type: eb.ref('excluded.sdk_type'),
        client_ip: eb.ref('excluded.client_ip'),
        platform: eb.ref('excluded.platform'),
        spec_version: eb.ref('excluded.spec_version'),
        connected_via: eb.ref('excluded.connected_via'),
        last_seen: eb.ref('excluded.last_seen'),
      })),
    ),
  )
}

/** The names that a report may be about: flags within its reach, and names that no flag has. */
export interface ReportedNames {
  /** Active flags of the projects that the reporter sees. */
  counted: ReadonlySet<string>
  /** Names of no active flag. Names of flags in other projects are neither counted nor unknown. */
  unknown: ReadonlySet<string>
}

/** Sorts the names of a report by what its token, or user, may see; `projects`: `*` among them means all. */
export async function sortReported(
  queries: Queries,
  names: readonly string[],
  projects: readonly string[],
): Promise<ReportedNames> {
  const flags = await findFlags(queries, names)
  const isInReach = reachOf(projects)
  const counted = flags.filter((flag) => isInReach(flag.project) && !flag.isArchived)
  const beyond = new Set(flags.filter((flag) => !isInReach(flag.project)).map((flag) => flag.name))
  const known = new Set(counted.map((flag) => flag.name))
  return {
    counted: known,
    unknown: new Set(names.filter((name) => !known.has(name) && !beyond.has(name))),
  }
}

/** Names among these that are flags of other projects than those that the reporter sees, archived ones too. */
export async function flagsBeyond(
  queries: Queries,
  names: readonly string[],
  projects: readonly string[],
): Promise<Set<string>> {
  const isInReach = reachOf(projects)
  const flags = await findFlags(queries, names)
  return new Set(flags.filter((flag) => !isInReach(flag.project)).map((flag) => flag.name))
}

/** Tells which projects are among those that a reporter sees; `*` means all. */
export function reachOf(projects: readonly string[]): (project: string) => boolean {
  const seen = new Set(projects)
  return (project) => seen.has('*') || seen.has(project)
}

/** Finds the flags with these names, archived ones too. */
export async function findFlags(queries: Queries, names: readonly string[]) {
  const rows = await queries
    .selectFrom('features')
    .select(['name', 'project', 'archived_at'])
    .where((eb) => inList(eb.ref('name'), names))
    .execute()
  return rows.map((row) => ({ name: row.name, project: row.project, isArchived: row.archived_at !== null }))
}

/** Counts of a flag in one hour. */
export interface Count {
  appName: string
  environment: string
  hour: string
  featureName: string
  yes: number
  no: number
  variants?: ReadonlyMap<string, number> | undefined
}

/** Adds what was counted of flags to their hours, and notes that they were seen: a few statements, however many flags. */
export async function addCounts(queries: Queries, counts: readonly Count[], at: string): Promise<void> {
  const { hours, variants } = await sumOf(counts)
  await insertAll(queries, 'client_metrics', hours, (insert) =>
    insert.onConflict((conflict) =>
      conflict.columns(['feature_name', 'environment', 'hour', 'app_name']).doUpdateSet((eb) => ({
        yes: eb('client_metrics.yes', '+', eb.ref('excluded.yes')),
        no: eb('client_metrics.no', '+', eb.ref('excluded.no')),
      })),
    ),
  )
  await insertAll(queries, 'client_metrics_variants', variants, (insert) =>
    insert.onConflict((conflict) =>
      conflict.columns(['feature_name', 'environment', 'hour', 'app_name', 'variant']).doUpdateSet((eb) => ({
        count: eb('client_metrics_variants.count', '+', eb.ref('excluded.count')),
      })),
    ),
  )
  for (const [environment, seen] of groupRows(counts, (one) => one.environment))
    await queries
      .updateTable('feature_environments')
      .set({ last_seen_at: at })
      .where((eb) =>
        inList(
          eb.ref('feature_name'),
          seen.map((one) => one.featureName),
        ),
      )
      .where('environment', '=', environment)
      .execute()
}

/** The rows of counts. A row that several counts are about is there once, with their sum. */
async function sumOf(counts: readonly Count[]) {
  const turn = new Turn()
  const hours = new Map<string, HourRow>()
  const variants = new Map<string, HourKey & { variant: string; count: number }>()
  for (const { appName, environment, hour, featureName, yes, no, variants: ofVariants } of counts) {
    if (turn.isOver) await turn.pause()
    const row = { feature_name: featureName, app_name: appName, environment, hour }
    const key = compositeKey(featureName, appName, environment, hour)
    const sum = hours.get(key) ?? { ...row, yes: 0, no: 0 }
    sum.yes += yes
    sum.no += no
    hours.set(key, sum)
    for (const [variant, count] of ofVariants ?? []) {
      const variantKey = compositeKey(key, variant)
      const known = variants.get(variantKey) ?? { ...row, variant, count: 0 }
      known.count += count
      variants.set(variantKey, known)
    }
  }
  return { hours: [...hours.values()], variants: [...variants.values()] }
}

interface HourKey {
  feature_name: string
  app_name: string
  environment: string
  hour: string
}
interface HourRow extends HourKey {
  yes: number
  no: number
}

const VALUE = sql.ref('value')

/** A name that an SDK asked for and no flag has. */
export interface UnknownName {
  name: string
  appName: string
  environment: string
  /** Instant of its last report. */
  seenAt: string
}

/**
 * Notes names that SDKs asked for and no flag has; of more than `most` reports the oldest are deleted. Another Halyard may have
 * written a later report already.
 */
export async function saveUnknownFlags(
  queries: Queries,
  unknown: readonly UnknownName[],
  most: number,
): Promise<void> {
  if (unknown.length === 0) return
  await sql`insert into "unknown_flags" ("name", "app_name", "environment", "seen_at")
    select ${jsonText(VALUE, 'name')}, ${jsonText(VALUE, 'appName')}, ${jsonText(VALUE, 'environment')},
      ${jsonText(VALUE, 'seenAt')}
    from ${jsonObjects(unknown)} where true
    on conflict ("name", "app_name", "environment") do update
      set "seen_at" = ${greatest(sql`"unknown_flags"."seen_at"`, sql`"excluded"."seen_at"`)}`.execute(queries)
  await sql`delete from "unknown_flags" where ${rowAddress()} in (
    select ${rowAddress()} from "unknown_flags" order by "seen_at"
    limit ${greatest(sql`0`, sql`(select count(*) from "unknown_flags") - ${most}`)})`.execute(queries)
}
