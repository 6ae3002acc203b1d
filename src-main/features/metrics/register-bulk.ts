import type { BulkMetrics } from '../../../src-shared/schemas/metrics.ts'
import type { MutationContext } from '../../kernel/use-case.ts'
import { noteUse } from '../stages/index.ts'
import { hourOf } from './metrics.read-model.ts'
import { addCounts, findKnownFlags, saveUnknownFlag } from './metrics.store.ts'
import { registerApplication } from './register-application.ts'

/**
 * What a proxy has gathered: the applications behind it, and their counts. Of an environment that the token does not
 * open nothing is taken (semantics.md 5.4); `environment` undefined: it opens all.
 */
export async function registerBulk(
  context: MutationContext,
  { applications, metrics }: BulkMetrics,
  { environment, projects }: { environment: string | undefined; projects: readonly string[] },
): Promise<void> {
  const { queries, now } = context
  const isOpen = (one: { environment: string }) =>
    environment === undefined || one.environment === environment
  const at = now.toISOString()
  for (const application of applications.filter(isOpen)) {
    const { appName, instanceId, sdkVersion, strategies, sdkType, interval, started } = application
    await registerApplication(context, {
      application: {
        appName,
        instanceId,
        sdkVersion,
        strategies: strategies ?? [],
        started: started ?? at,
        interval: interval ?? 0,
      },
      environment: application.environment,
      projects: application.projects ?? projects,
      sdkType: sdkType ?? 'backend',
      headers: {},
    })
  }
  const counted = metrics.filter(isOpen)
  const known = await findKnownFlags(queries, [...new Set(counted.map((one) => one.featureName))])
  for (const { featureName, appName, timestamp, yes, no, variants, ...one } of counted) {
    if (!known.has(featureName)) {
      await saveUnknownFlag(queries, { name: featureName, appName, environment: one.environment }, at)
      continue
    }
    const hour = hourOf(timestamp === undefined || timestamp === null ? now : new Date(timestamp))
    const toggle = { yes: yes ?? 0, no: no ?? 0, variants }
    await addCounts(queries, { appName, environment: one.environment, hour, featureName }, toggle, at)
  }
  for (const used of new Set(counted.map((one) => one.environment))) {
    const flags = counted.filter((one) => one.environment === used && known.has(one.featureName))
    await noteUse(queries, [...new Set(flags.map((one) => one.featureName))], used, at)
  }
}
