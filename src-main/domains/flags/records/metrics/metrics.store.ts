import { sql } from 'kysely'

import { compositeKey } from '../../../../../src-shared/composite-key.ts'
import type { ClientMetrics, RegisterApplication } from '../../../../../src-shared/clients/schemas/client.ts'
import { greatest, jsonObjects, jsonText, rowAddress } from '../../../../store/engines/portable.ts'
import { groupRows } from '../../../../store/group-rows.ts'
import { inList } from '../../../../store/in-list.ts'
import { insertAll } from '../../../../store/insert-all.ts'
import { toJson } from '../../../../store/json.ts'
import type { Queries } from '../../../../store/queries.ts'

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
}

/** Notes that an application exists; true: it is new. */
export async function saveApplication(
  queries: Queries,
  { appName, strategies }: RegisterApplication,
  at: string,
): Promise<boolean> {
  const known = await queries
    .selectFrom('client_applications')
    .select('app_name')
    .where('app_name', '=', appName)
    .executeTakeFirst()
  const row = { seen_at: at, strategies: toJson([...new Set(strategies)]) }
  await queries
    .insertInto('client_applications')
    .values({ app_name: appName, created_at: at, ...row })
    .onConflict((conflict) => conflict.column('app_name').doUpdateSet(row))
    .execute()
  return known === undefined
}

/** Notes in which projects and environment an application uses flags. */
export async function saveUsage(
  queries: Queries,
  appName: string,
  projects: readonly string[],
  environment: string,
): Promise<void> {
  await insertAll(
    queries,
    'client_application_usage',
    projects.map((project) => ({ app_name: appName, project, environment })),
    (insert) => insert.onConflict((conflict) => conflict.doNothing()),
  )
}

/** Notes that an instance of an application has started, or is still there. */
export async function saveInstance(queries: Queries, instance: Instance, at: string): Promise<void> {
  const row = {
    connection_id: instance.connectionId,
    sdk_version: instance.sdkVersion,
    sdk_type: instance.sdkType,
    client_ip: instance.clientIp,
    platform: instance.platform,
    spec_version: instance.specVersion,
    last_seen: at,
  }
  await queries
    .insertInto('client_instances')
    .values({
      app_name: instance.appName,
      instance_id: instance.instanceId,
      environment: instance.environment,
      created_at: at,
      ...row,
    })
    .onConflict((conflict) => conflict.columns(['app_name', 'environment', 'instance_id']).doUpdateSet(row))
    .execute()
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

function reachOf(projects: readonly string[]): (project: string) => boolean {
  const seen = new Set(projects)
  return (project) => seen.has('*') || seen.has(project)
}

async function findFlags(queries: Queries, names: readonly string[]) {
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
  toggle: ClientMetrics['bucket']['toggles'][string]
}

/** Adds what was counted of flags to their hours, and notes that they were seen: a few statements, however many flags. */
export async function addCounts(queries: Queries, counts: readonly Count[], at: string): Promise<void> {
  const { hours, variants } = sumOf(counts)
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
function sumOf(counts: readonly Count[]) {
  const hours = new Map<string, HourRow>()
  const variants = new Map<string, HourKey & { variant: string; count: number }>()
  for (const { appName, environment, hour, featureName, toggle } of counts) {
    const row = { feature_name: featureName, app_name: appName, environment, hour }
    const key = compositeKey(featureName, appName, environment, hour)
    const sum = hours.get(key) ?? { ...row, yes: 0, no: 0 }
    sum.yes += toggle.yes ?? 0
    sum.no += toggle.no ?? 0
    hours.set(key, sum)
    for (const [variant, count] of Object.entries(toggle.variants ?? {})) {
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
}

/** Notes names that SDKs asked for and no flag has; of more than `most` reports the oldest are deleted. */
export async function saveUnknownFlags(
  queries: Queries,
  unknown: readonly UnknownName[],
  at: string,
  most: number,
): Promise<void> {
  if (unknown.length === 0) return
  await sql`insert into "unknown_flags" ("name", "app_name", "environment", "seen_at")
    select ${jsonText(VALUE, 'name')}, ${jsonText(VALUE, 'appName')}, ${jsonText(VALUE, 'environment')}, ${at}
    from ${jsonObjects(unknown)} where true
    on conflict ("name", "app_name", "environment") do update set "seen_at" = "excluded"."seen_at"`.execute(
    queries,
  )
  await sql`delete from "unknown_flags" where ${rowAddress()} in (
    select ${rowAddress()} from "unknown_flags" order by "seen_at"
    limit ${greatest(sql`0`, sql`(select count(*) from "unknown_flags") - ${most}`)})`.execute(queries)
}
