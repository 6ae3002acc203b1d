import type { EdgeInstance, EdgeInstanceData } from '#shared/clients/schemas/edge-instance.ts'
import type { TokenScope } from '#kernel/caller.ts'
import { inList } from '#store/in-list.ts'
import { fromJson, toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'

/** Most instances that are shown; retention keeps them. */
const MAX_SHOWN = 1000

/** Report of an Edge instance, without what is kept elsewhere. */
export type StoredEdgeReport = Pick<
  EdgeInstanceData,
  'region' | 'edgeVersion' | 'hosting' | 'started' | 'connectedStreamingClients' | 'latencyUpstream'
> & {
  edgesBehind: number
  /** The one that told of it. Absent in former reports. */
  behind?: string | null
  memoryBytes?: number | null
  requests?: number | null
}

/** Writes the newest report of an instance. */
export async function saveEdgeInstance(
  queries: Queries,
  { identifier, appName }: Pick<EdgeInstanceData, 'identifier' | 'appName'>,
  report: StoredEdgeReport,
  { environment, projects }: TokenScope,
  at: string,
): Promise<void> {
  const row = {
    app_name: appName,
    environment,
    projects: toJson([...projects].sort()),
    report: toJson(report),
    seen_at: at,
  }
  await queries
    .insertInto('edge_instances')
    .values({ identifier, ...row })
    .onConflict((conflict) => conflict.column('identifier').doUpdateSet(row))
    .execute()
}

/** Reads when instances reported last. Those that retention has dropped, or that are new, are absent. */
export async function readLastReports(
  queries: Queries,
  identifiers: readonly string[],
): Promise<Map<string, string>> {
  const rows = await queries
    .selectFrom('edge_instances')
    .select(['identifier', 'seen_at'])
    .where((eb) => inList(eb.ref('identifier'), identifiers))
    .execute()
  return new Map(rows.map((row) => [row.identifier, row.seen_at]))
}

/** Reads the instances, the newest report first. */
export async function readEdgeInstances(queries: Queries): Promise<EdgeInstance[]> {
  const rows = await queries
    .selectFrom('edge_instances')
    .selectAll()
    .orderBy('seen_at', 'desc')
    .orderBy('identifier')
    .limit(MAX_SHOWN)
    .execute()
  return rows.map((row) => {
    const report = fromJson<StoredEdgeReport>(row.report)
    return {
      identifier: row.identifier,
      appName: row.app_name,
      environment: row.environment,
      region: report.region ?? null,
      version: report.edgeVersion,
      hosting: report.hosting ?? null,
      startedAt: report.started,
      seenAt: row.seen_at,
      streamingClients: report.connectedStreamingClients,
      edgesBehind: report.edgesBehind,
      behind: report.behind ?? null,
      memoryBytes: report.memoryBytes ?? null,
      requests: report.requests ?? null,
      upstreamMs: report.latencyUpstream.features.avg,
    }
  })
}
