import type { ClientMetrics } from '../../../../../src-shared/clients/schemas/client.ts'
import type { TokenScope } from '../../../../kernel/caller.ts'
import type { MutationContext } from '../../../../kernel/use-case.ts'
import { noteUse } from '../stages/stages.store.ts'
import { takeImpactMetrics } from '../impact-metrics/take-impact-metrics.ts'
import { hourOf } from './metrics.read-model.ts'
import { addCounts, saveUnknownFlags, sortReported } from './metrics.store.ts'

/**
 * Adds an SDK's counts to those of the hour. Names that no flag has are noted as such. Flags of projects beyond the scope
 * of its token, or hidden from its user, are ignored.
 */
export async function registerMetrics(
  context: MutationContext,
  { appName, bucket, impactMetrics = [] }: ClientMetrics,
  { environment, projects }: TokenScope,
): Promise<void> {
  const { queries, now, limits } = context
  const at = now.toISOString()
  const hour = hourOf(new Date(bucket.start))
  const { counted, unknown } = await sortReported(queries, Object.keys(bucket.toggles), projects)
  const counts = Object.entries(bucket.toggles)
    .filter(([name]) => counted.has(name))
    .map(([featureName, toggle]) => ({ appName, environment, hour, featureName, toggle }))
  await addCounts(queries, counts, at)
  const names = [...unknown].map((name) => ({ name, appName, environment }))
  await saveUnknownFlags(queries, names, at, limits.unknownFlagsKept)
  await noteUse(queries, [...counted], environment, at)
  await takeImpactMetrics(context, impactMetrics, { environment, projects })
}
