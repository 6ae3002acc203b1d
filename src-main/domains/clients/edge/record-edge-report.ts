import type { EdgeInstanceData } from '#shared/clients/schemas/edge-instance.ts'
import { compositeKey } from '#shared/composite-key.ts'
import type { TokenScope } from '#kernel/caller.ts'
import { bytesOfRow, reporterOf, type ReportAllowance } from '#runtime/report-allowance.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { addMeteredUsage, type MeteredUse } from '#domains/instance/traffic/metered-usage.store.ts'
import { readLastReports, saveEdgeInstance } from './edge-instances.store.ts'
import type { ToldOf } from './edges-behind.ts'

/** Most Edge instances of one report, those behind others included. */
const MAX_INSTANCES = 200
const DAY_MS = 86_400_000
/** Edge reports every minute. */
const LONGEST_SILENCE_MS = 10 * 60_000

/**
 * Keeps the report of an Edge instance and of those behind it, and adds what was requested of them, and how long they ran,
 * to the day (docs/contract/clients.md#edge-metrics). Returns those that are kept.
 */
export async function recordEdgeReport(
  context: MutationContext,
  report: EdgeInstanceData,
  scope: TokenScope,
  allowance: ReportAllowance,
): Promise<ToldOf[]> {
  const { everything, now, caller } = context
  const at = now.toISOString()
  const sent = flat(report).slice(0, MAX_INSTANCES)
  const lastReports = await readLastReports(
    everything,
    sent.map(({ instance }) => instance.identifier),
  )
  const reporter = reporterOf(caller.actor)
  const reports = sent.filter(
    ({ instance: { identifier, appName, region, edgeVersion, hosting } }) =>
      lastReports.has(identifier) ||
      allowance.admitsOnce(
        reporter,
        'instance',
        compositeKey('edge', identifier),
        bytesOfRow(identifier, appName, region, edgeVersion, hosting),
      ),
  )
  for (const { instance, reporter: behind } of reports) {
    const { region, edgeVersion, hosting, started, connectedStreamingClients, latencyUpstream } = instance
    const edgesBehind = instance.connectedEdges.length
    const kept = {
      region,
      edgeVersion,
      hosting,
      started,
      connectedStreamingClients,
      latencyUpstream,
      edgesBehind,
      behind,
      memoryBytes: instance.processMetrics?.memoryUsage ?? null,
      requests: requestsOf(instance),
    }
    await saveEdgeInstance(everything, instance, kept, scope, at)
  }
  const instances = reports.map(({ instance }) => instance)
  const uptime = uptimeOf(instances, lastReports, now)
  await addMeteredUsage(everything, at.slice(0, 10), [...instances.flatMap(usageOf), uptime])
  return reports
}

/**
 * Computes how long instances ran since their last report, in days. A longer silence counts as time off: it is unknown
 * whether the instance ran.
 */
function uptimeOf(
  reports: readonly EdgeInstanceData[],
  lastReports: ReadonlyMap<string, string>,
  now: Date,
): MeteredUse {
  const begins = new Map(
    reports.map(({ identifier, started }) => [
      identifier,
      Math.max(Date.parse(started), Date.parse(lastReports.get(identifier) ?? started)),
    ]),
  )
  const spans = [...begins.values()].map((begin) => Math.max(0, now.getTime() - begin))
  const ran = spans.reduce((sum, ms) => sum + (ms > LONGEST_SILENCE_MS ? 0 : ms), 0)
  return { kind: 'edge-uptime', group: 'edge', amount: ran / DAY_MS }
}

function flat(report: EdgeInstanceData): ToldOf[] {
  const found: ToldOf[] = []
  const left: ToldOf[] = [{ instance: report, reporter: null }]
  for (let one = left.shift(); one && found.length < MAX_INSTANCES; one = left.shift()) {
    found.push(one)
    const { identifier: reporter, connectedEdges } = one.instance
    left.push(...connectedEdges.map((instance) => ({ instance, reporter })))
  }
  return found
}

/** Counts the requests since the last report; null: it does not tell. */
function requestsOf({ requestsSinceLastReport: requests }: EdgeInstanceData): number | null {
  if (!requests) return null
  return Object.values(requests).reduce(
    (sum, { requests200 = 0, requests304 = 0 }) => sum + requests200 + requests304,
    0,
  )
}

/**
 * Computes what was used. A connection that polls at an interval all day counts as one: each of its requests is that
 * part of the day.
 */
function usageOf(report: EdgeInstanceData): MeteredUse[] {
  const requests = (report.requestConsumptionSinceLastReport ?? []).map((one) => ({
    kind: 'request' as const,
    group: one.meteredGroup,
    amount: one.requests,
  }))
  const polls = report.connectionConsumptionSinceLastReport?.features ?? []
  const connections = polls.map(({ meteredGroup, dataPoints }) => ({
    kind: 'connection' as const,
    group: meteredGroup,
    amount: dataPoints.reduce((sum, one) => sum + (one.requests * (one.interval[1] ?? 0)) / DAY_MS, 0),
  }))
  return [...requests, ...connections]
}
