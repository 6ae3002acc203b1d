import { compositeKey } from '../../../../../src-shared/composite-key.ts'
import type { ClientMetrics } from '../../../../../src-shared/clients/schemas/client.ts'
import type { TokenScope } from '../../../../kernel/caller.ts'
import { groupRows } from '../../../../store/group-rows.ts'
import type { Queries } from '../../../../store/queries.ts'
import { recordImpactMetrics } from '../impact-metrics/record-impact-metrics.ts'
import { noteUse } from '../stages/stages.store.ts'
import { hourOf } from './metrics.read-model.ts'
import {
  addCounts,
  saveUnknownFlags,
  sortReported,
  type Count,
  type ReportedNames,
  type UnknownName,
} from './metrics.store.ts'

/** Counts that an SDK has sent, with the scope of its token. */
export interface MetricsReport {
  readonly metrics: ClientMetrics
  readonly scope: TokenScope
  readonly now: Date
  /** Most names of unknown flags that are kept. */
  readonly unknownFlagsKept: number
}

/**
 * Adds the counts of SDKs to those of the hour. Names that no flag has are noted as such. Flags of projects beyond the
 * scope of a token, or hidden from its user, are ignored. Many reports take few more statements than one.
 */
export async function registerMetrics(queries: Queries, reports: readonly MetricsReport[]): Promise<void> {
  const last = reports.at(-1)
  if (!last) return
  const at = last.now.toISOString()
  const counts: Count[] = []
  const unknown = new Map<string, UnknownName>()
  for (const own of groupRows(reports, ({ scope }) => compositeKey(...scope.projects)).values()) {
    const sorted = await sortNames(queries, own)
    for (const report of own) {
      const { appName, bucket } = report.metrics
      const { environment } = report.scope
      const hour = hourOf(new Date(bucket.start))
      for (const [name, toggle] of Object.entries(bucket.toggles))
        if (sorted.counted.has(name)) counts.push({ appName, environment, hour, featureName: name, toggle })
        else if (sorted.unknown.has(name))
          unknown.set(compositeKey(name, appName, environment), { name, appName, environment })
    }
  }
  await addCounts(queries, counts, at)
  await saveUnknownFlags(queries, [...unknown.values()], at, last.unknownFlagsKept)
  for (const [environment, used] of groupRows(counts, (one) => one.environment))
    await noteUse(queries, [...new Set(used.map((one) => one.featureName))], environment, at)
  for (const { metrics, scope, now } of reports)
    await recordImpactMetrics({ queries, now }, metrics.impactMetrics ?? [], scope)
}

/** Sorts the names in reports of the same projects. */
function sortNames(queries: Queries, reports: readonly MetricsReport[]): Promise<ReportedNames> {
  const names = new Set(reports.flatMap(({ metrics }) => Object.keys(metrics.bucket.toggles)))
  return sortReported(queries, [...names], reports[0]?.scope.projects ?? [])
}
