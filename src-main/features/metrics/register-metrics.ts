import type { ClientMetrics } from '../../../src-shared/schemas/client.ts'
import type { MutationContext } from '../../kernel/use-case.ts'
import { noteUse } from '../stages/index.ts'
import { hourOf } from './metrics.read-model.ts'
import { addCounts, findKnownFlags, saveUnknownFlag } from './metrics.store.ts'

/** Adds an SDK's counts to those of the hour; names that no flag has are noted as such (semantics.md 5.4). */
export async function registerMetrics(
  context: MutationContext,
  metrics: ClientMetrics,
  environment: string,
): Promise<void> {
  const { queries, now } = context
  const { appName, bucket } = metrics
  const at = now.toISOString()
  const hour = hourOf(new Date(bucket.start))
  const known = await findKnownFlags(queries, Object.keys(bucket.toggles))
  for (const [name, toggle] of Object.entries(bucket.toggles)) {
    if (known.has(name))
      await addCounts(queries, { appName, environment, hour, featureName: name }, toggle, at)
    else await saveUnknownFlag(queries, { name, appName, environment }, at)
  }
  await noteUse(queries, [...known], environment, at)
}
