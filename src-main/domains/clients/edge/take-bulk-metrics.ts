import type { BulkMetrics } from '#shared/flags/schemas/metrics.ts'
import { reporterOf } from '#runtime/report-allowance.ts'
import type { QueryContext, Write } from '#kernel/use-case.ts'
import { hourOf } from '#domains/flags/metrics/feature-metrics.read-model.ts'
import type { Registration } from '#domains/flags/metrics/register-applications.ts'
import { audiencesOf } from '../client-api/overlay-views.ts'
import type { MetricsServices } from '../client-api/take-metrics.ts'

/**
 * Takes what a proxy has gathered: the applications behind it, and their counts. Items of an environment or a project
 * that the token does not open are ignored (docs/contract/clients.md#registration-and-metrics).
 */
export async function takeBulkMetrics(
  { clientApi, metricsBuffer }: MetricsServices,
  context: QueryContext,
  { applications, metrics, impactMetrics = [] }: BulkMetrics,
  write: Write,
): Promise<void> {
  const { caller, now } = context
  const scope = await clientApi.scopeOf(context)
  // other callers have all environments
  const isOpen = ({ environment }: { environment: string }) =>
    caller.actor.kind !== 'backend-token' || environment === scope.environment
  const started = applications.filter(isOpen).map((one) => registrationOf(one, scope.projects, now))
  if (started.length > 0) await write((own) => clientApi.register(own, started))
  const flags = metrics
    .filter(isOpen)
    .map(({ featureName, appName, environment, timestamp, yes, no, variants }) => ({
      featureName,
      appName,
      environment,
      hour: hourOf(timestamp === undefined || timestamp === null ? now : new Date(timestamp)),
      yes: yes ?? 0,
      no: no ?? 0,
      variants,
    }))
  const { actor } = caller
  // all that is behind a proxy gets the flags of its token
  const audiences = audiencesOf(actor, {})
  await metricsBuffer.add({ flags, impactMetrics, reporter: reporterOf(actor), scope, audiences, now })
}

/** Turns what a proxy says of an application behind it into a registration. */
function registrationOf(
  one: BulkMetrics['applications'][number],
  projects: readonly string[],
  now: Date,
): Registration {
  const { appName, instanceId, sdkVersion, strategies, sdkType, interval, started, environment, connectVia } =
    one
  const application = {
    appName,
    instanceId,
    sdkVersion,
    strategies: strategies ?? [],
    started: started ?? now.toISOString(),
    interval: interval ?? 0,
  }
  const reached = withinReach(one.projects ?? projects, projects)
  return {
    application,
    environment,
    projects: reached,
    sdkType: sdkType ?? 'backend',
    headers: {},
    connectVia: connectVia ?? [],
  }
}

/** The projects that an application is said to use, without those that the token does not open. */
function withinReach(claimed: readonly string[], projects: readonly string[]): readonly string[] {
  if (projects.includes('*')) return claimed
  return claimed.includes('*') ? projects : claimed.filter((one) => projects.includes(one))
}
