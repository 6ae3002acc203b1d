import type { Queries } from '../../store/queries.ts'
import { MAX_HOURS } from './get-feature-metrics.use-case.ts'
import { hourOf } from './metrics.read-model.ts'

const HOUR = 60 * 60 * 1000

/** Forgets counts that are older than anybody can ask for. */
export async function pruneMetrics(queries: Queries, now: Date): Promise<void> {
  const oldest = hourOf(new Date(now.getTime() - MAX_HOURS * HOUR))
  await queries.deleteFrom('client_metrics').where('hour', '<', oldest).execute()
  await queries.deleteFrom('client_metrics_variants').where('hour', '<', oldest).execute()
}
