import type { BulkMetrics } from '../../../../../src-shared/flags/schemas/metrics.ts'
import type { MutationContext } from '../../../../kernel/use-case.ts'
import { groupRows } from '../../../../store/group-rows.ts'
import { noteUse } from '../stages/stages.store.ts'
import { hourOf } from './metrics.read-model.ts'
import { addCounts, saveUnknownFlags, sortReported } from './metrics.store.ts'
import { registerApplication } from './register-application.ts'

/**
 * Takes what a proxy has gathered: the applications behind it, and their counts. Items of an environment or a project
 * that the token does not open are ignored; `environment` undefined: it opens all environments.
 */
export async function registerBulk(
  context: MutationContext,
  { applications, metrics }: BulkMetrics,
  { environment, projects }: { environment: string | undefined; projects: readonly string[] },
): Promise<void> {
  const { queries, now, limits } = context
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
      projects: withinReach(application.projects ?? projects, projects),
      sdkType: sdkType ?? 'backend',
      headers: {},
    })
  }
  const reported = metrics.filter(isOpen)
  const names = [...new Set(reported.map((one) => one.featureName))]
  const { counted, unknown } = await sortReported(queries, names, projects)
  const counts = reported
    .filter((one) => counted.has(one.featureName))
    .map(({ featureName, appName, environment, timestamp, yes, no, variants }) => ({
      featureName,
      appName,
      environment,
      hour: hourOf(timestamp === undefined || timestamp === null ? now : new Date(timestamp)),
      toggle: { yes: yes ?? 0, no: no ?? 0, variants },
    }))
  await addCounts(queries, counts, at)
  const notFound = reported.filter((one) => unknown.has(one.featureName))
  const reports = notFound.map(({ featureName: name, appName, environment }) => ({
    name,
    appName,
    environment,
  }))
  await saveUnknownFlags(queries, reports, at, limits.unknownFlagsKept)
  const used = groupRows(
    reported.filter((one) => counted.has(one.featureName)),
    (one) => one.environment,
  )
  for (const [name, flags] of used)
    await noteUse(queries, [...new Set(flags.map((one) => one.featureName))], name, at)
}

/** The projects that an application is said to use, without those that the token does not open. */
function withinReach(claimed: readonly string[], projects: readonly string[]): readonly string[] {
  if (projects.includes('*')) return claimed
  return claimed.includes('*') ? projects : claimed.filter((one) => projects.includes(one))
}
