import type { StoredToken } from '#domains/access/api-tokens/api-token.ts'
import { inFlagBatches } from '#store/flag-batches.ts'
import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'

/** Applications that were heard of in an environment. */
export interface KnownPrograms {
  /** The SDK of each, as it named itself last. */
  sdkOf: ReadonlyMap<string, string>
  /** Programs whose SDK evaluates by itself. */
  evaluateThemselves: ReadonlySet<string>
}

/** Reads the applications of an environment that were heard of since a time. */
export async function readKnownPrograms(
  queries: Queries,
  environment: string,
  since: string,
): Promise<KnownPrograms> {
  const rows = await queries
    .selectFrom('client_instances')
    .select((eb) => [
      'app_name as appName',
      'sdk_version as sdk',
      'sdk_type as kind',
      eb.fn.max('last_seen').as('lastSeen'),
    ])
    .where('environment', '=', environment)
    .where('last_seen', '>=', since)
    .groupBy(['app_name', 'sdk_version', 'sdk_type'])
    .orderBy('lastSeen')
    .execute()
  return {
    sdkOf: new Map(rows.flatMap(({ appName, sdk }) => (sdk === null ? [] : [[appName, sdk] as const]))),
    evaluateThemselves: new Set(rows.filter(({ kind }) => kind !== 'frontend').map(({ appName }) => appName)),
  }
}

/** Checks whether a token of SDKs that evaluate by themselves was used since a time; it may be theirs who report nothing. */
export const isPolled = (
  tokens: readonly StoredToken[],
  { environment, project, since }: { environment: string; project?: string | undefined; since: string },
): boolean =>
  tokens.some(
    ({ type, environment: own, projects, seenAt }) =>
      type === 'client' &&
      (own === environment || own === '*') &&
      seenAt !== null &&
      seenAt >= since &&
      (project === undefined ||
        projects.length === 0 ||
        projects.includes('*') ||
        projects.includes(project)),
  )

/** A flag has a row for each hour and application. */
const FLAGS_AT_ONCE = 50

/** Reads which applications have counted evaluations of some flags in an environment since a time. */
export async function readReporters(
  queries: Queries,
  { environment, flags, since }: { environment: string; flags: readonly string[]; since: string },
): Promise<Map<string, string[]>> {
  const reporters = new Map<string, string[]>()
  for await (const batch of inFlagBatches(flags, FLAGS_AT_ONCE)) {
    const rows = await queries
      .selectFrom('client_metrics')
      .select(['feature_name as flag', 'app_name as appName'])
      .distinct()
      .where((eb) => inList(eb.ref('feature_name'), batch))
      .where('environment', '=', environment)
      .where('hour', '>=', since)
      .execute()
    for (const { flag, appName } of rows) reporters.set(flag, [...(reporters.get(flag) ?? []), appName])
  }
  return reporters
}
