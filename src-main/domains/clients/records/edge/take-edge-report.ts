import type { EdgeInstanceData } from '../../../../../src-shared/clients/schemas/edge-instance.ts'
import type { TokenScope } from '../../../../kernel/caller.ts'
import type { MutationContext } from '../../../../kernel/use-case.ts'
import { addMeteredUsage, type Metered } from '../../../instance/records/traffic/metered-usage.store.ts'
import { saveEdgeInstance } from './edge-instances.store.ts'

/** Most Edge instances of one report, those behind others included. */
const MOST_INSTANCES = 200
const DAY_MS = 86_400_000

/**
 * Keeps the report of an Edge instance and of those behind it, and adds what was requested of them to the traffic of the
 * day (docs/contract/clients.md#edge-metrics).
 */
export async function takeEdgeReport(
  context: MutationContext,
  report: EdgeInstanceData,
  scope: TokenScope,
): Promise<void> {
  const { queries, now } = context
  const at = now.toISOString()
  const reports = flat(report).slice(0, MOST_INSTANCES)
  for (const one of reports) {
    const { region, edgeVersion, hosting, started, connectedStreamingClients, latencyUpstream } = one
    const edgesBehind = one.connectedEdges.length
    const kept = {
      region,
      edgeVersion,
      hosting,
      started,
      connectedStreamingClients,
      latencyUpstream,
      edgesBehind,
    }
    await saveEdgeInstance(queries, one, kept, scope, at)
  }
  await addMeteredUsage(queries, at.slice(0, 10), reports.flatMap(usageOf))
}

function flat(report: EdgeInstanceData): EdgeInstanceData[] {
  const found: EdgeInstanceData[] = []
  const left = [report]
  for (let one = left.shift(); one && found.length < MOST_INSTANCES; one = left.shift()) {
    found.push(one)
    left.push(...one.connectedEdges)
  }
  return found
}

/**
 * Computes what was used. A connection that polls at an interval all day counts as one: each of its requests is that
 * part of the day.
 */
function usageOf(report: EdgeInstanceData): Metered[] {
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
