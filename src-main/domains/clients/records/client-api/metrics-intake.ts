import type { ClientMetrics } from '../../../../../src-shared/clients/schemas/client.ts'
import type { QueryContext } from '../../../../kernel/use-case.ts'
import type { Queries } from '../../../../store/queries.ts'
import { registerMetrics, type MetricsReport } from '../../../flags/records/metrics/register-metrics.ts'
import type { ClientApi } from './client-api.ts'

/** Prepares a report of an SDK to be written with others. */
export async function draftReport(
  api: ClientApi,
  context: QueryContext,
  metrics: ClientMetrics,
): Promise<MetricsReport> {
  const { now, limits } = context
  return { metrics, scope: await api.scopeOf(context), now, unknownFlagsKept: limits.unknownFlagsKept }
}

/** Writes the reports of a moment. */
export async function writeReports(
  queries: Queries,
  reports: readonly MetricsReport[],
): Promise<readonly undefined[]> {
  await registerMetrics(queries, reports)
  return reports.map(() => undefined)
}

/** Number of counts in a report. */
export const sizeOfReport = ({ metrics }: MetricsReport): number => Object.keys(metrics.bucket.toggles).length
