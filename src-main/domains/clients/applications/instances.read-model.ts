import type { Propagation } from '#shared/clients/schemas/propagation.ts'
import { flagRanges } from '#store/flag-batches.ts'
import { fromJson } from '#store/json.ts'
import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'

/** An instance of an application, somewhere. */
export interface Instance {
  appName: string
  instanceId: string
  environment: string
  sdkVersion: string | null
  sdkType: string
  specVersion: string | null
  clientIp: string | null
  createdAt: string
  lastSeen: string
}

/** Reads the instances of an application, or of all, latest seen first. */
export async function readInstances(queries: Queries, appName?: string): Promise<Instance[]> {
  return queries
    .selectFrom('client_instances')
    .select([
      'app_name as appName',
      'instance_id as instanceId',
      'environment',
      'sdk_version as sdkVersion',
      'sdk_type as sdkType',
      'spec_version as specVersion',
      'client_ip as clientIp',
      'created_at as createdAt',
      'last_seen as lastSeen',
    ])
    .$if(appName !== undefined, (q) => q.where('app_name', '=', appName ?? ''))
    .orderBy('last_seen', 'desc')
    .orderBy('instance_id')
    .execute()
}

/** Instances of SDKs behind mirrors, the one seen last first; and how many there are. */
export async function readInstancesBehind(
  queries: Queries,
  { since, application, limit }: { since: string; application?: string | undefined; limit: number },
): Promise<Pick<Propagation, 'behindMirrors' | 'behindMirrorsCount'>> {
  const found = queries
    .selectFrom('client_instances')
    .where('connected_via', 'is not', null)
    .where('last_seen', '>=', since)
    .$if(application !== undefined, (q) => q.where('app_name', '=', application ?? ''))
  const { count } = await found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await found
    .select(['app_name', 'instance_id', 'environment', 'sdk_version', 'connected_via', 'last_seen'])
    .orderBy('last_seen', 'desc')
    .orderBy('app_name')
    .orderBy('instance_id')
    .limit(limit)
    .execute()
  return {
    behindMirrors: rows.map((row) => ({
      appName: row.app_name,
      instance: row.instance_id,
      environment: row.environment,
      sdk: row.sdk_version,
      via:
        row.connected_via === null
          ? []
          : fromJson<Propagation['behindMirrors'][number]['via']>(row.connected_via),
      seenAt: row.last_seen,
    })),
    behindMirrorsCount: Number(count),
  }
}

/** Counts the instances of SDKs that registered or sent metrics since an instant. */
export async function countInstancesSince(queries: Queries, since: string): Promise<number> {
  const { count } = await queries
    .selectFrom('client_instances')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('last_seen', '>=', since)
    .executeTakeFirstOrThrow()
  return count
}

/** The SDK that an application runs in an environment. */
export type RunningSdk = Pick<Instance, 'appName' | 'environment' | 'sdkVersion' | 'specVersion'>

/** Reads the SDKs that report a client specification, each once however many instances run it. */
export async function readRunningSdks(queries: Queries): Promise<RunningSdk[]> {
  return queries
    .selectFrom('client_instances')
    .select([
      'app_name as appName',
      'environment',
      'sdk_version as sdkVersion',
      'spec_version as specVersion',
    ])
    .where('spec_version', 'is not', null)
    .distinct()
    .execute()
}

/** Counts the instances of each SDK version in each application. */
export async function countSdks(
  queries: Queries,
): Promise<{ appName: string; sdkVersion: string; instances: number }[]> {
  return queries
    .selectFrom('client_instances')
    .select((eb) => [
      'app_name as appName',
      eb.ref('sdk_version').$notNull().as('sdkVersion'),
      eb.fn.countAll<number>().as('instances'),
    ])
    .where('sdk_version', 'is not', null)
    .groupBy(['app_name', 'sdk_version'])
    .orderBy('app_name')
    .execute()
}

/** SDKs and environments of the applications in a list. */
export async function readInstancesOf(
  queries: Queries,
  appNames: readonly string[],
): Promise<Pick<Instance, 'appName' | 'environment' | 'instanceId' | 'sdkVersion'>[]> {
  return queries
    .selectFrom('client_instances')
    .select(['app_name as appName', 'environment', 'instance_id as instanceId', 'sdk_version as sdkVersion'])
    .where((eb) => inList(eb.ref('app_name'), appNames))
    .execute()
}

/** Reads the projects and environments in which applications use flags. */
export async function readUsage(
  queries: Queries,
  appNames: readonly string[],
): Promise<Map<string, { project: string; environments: string[] }[]>> {
  const usage = new Map<string, { project: string; environments: string[] }[]>(
    appNames.map((name) => [name, []]),
  )
  if (appNames.length === 0) return usage
  const rows = await queries
    .selectFrom('client_application_usage')
    .selectAll()
    .where((eb) => inList(eb.ref('app_name'), appNames))
    .orderBy('project')
    .orderBy('environment')
    .execute()
  for (const { app_name, project, environment } of rows) {
    const projects = usage.get(app_name)
    const there = projects?.find((one) => one.project === project)
    if (there) there.environments.push(environment)
    else projects?.push({ project, environments: [environment] })
  }
  return usage
}

/** A flag that an application has reported; `project` is null if there is no such flag. */
export interface SeenFlag {
  name: string
  environment: string
  project: string | null
}

/** Reads the flags that an application has reported, by environment. */
export async function readSeenFlags(queries: Queries, appName: string): Promise<SeenFlag[]> {
  const known: SeenFlag[] = []
  // no index is by the application, as each report would pay for it
  for await (const { from, before } of flagRanges(queries)) {
    const some = queries
      .selectFrom('client_metrics')
      .innerJoin('features', 'features.name', 'client_metrics.feature_name')
      .select(['feature_name as name', 'environment', 'features.project'])
      .where('app_name', '=', appName)
      .where('feature_name', '>=', from)
      .$if(before !== undefined, (q) => q.where('feature_name', '<', before ?? ''))
    known.push(...(await some.distinct().execute()))
  }
  const unknown = await queries
    .selectFrom('unknown_flags')
    .select(['name', 'environment'])
    .where('app_name', '=', appName)
    .where('name', 'not in', (eb) => eb.selectFrom('features').select('name'))
    .execute()
  return [...known, ...unknown.map((one) => ({ ...one, project: null }))]
}
