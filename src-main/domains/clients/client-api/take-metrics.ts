import type { ClientMetrics } from '#shared/clients/schemas/client.ts'
import { reporterOf } from '#runtime/report-allowance.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import type { MetricsBuffer } from '#domains/flags/metrics/metrics-buffer.ts'
import { hourOf } from '#domains/flags/metrics/feature-metrics.read-model.ts'
import type { OverlayHeaders } from '#shared/flags/schemas/override.ts'
import { audiencesOf } from './overlay-views.ts'
import type { ClientApi } from './client-api.ts'

/** Services that take reports of SDKs. */
export interface MetricsServices {
  clientApi: ClientApi
  metricsBuffer: MetricsBuffer
}

/** Adds the report of an SDK to those that wait to be written (docs/contract/clients.md#metrics-taken). */
export async function takeMetrics(
  { clientApi, metricsBuffer }: MetricsServices,
  context: QueryContext,
  { appName, bucket, impactMetrics = [] }: ClientMetrics,
  headers: OverlayHeaders,
): Promise<void> {
  const scope = await clientApi.scopeOf(context)
  const { environment } = scope
  const hour = hourOf(new Date(bucket.start))
  const flags = Object.entries(bucket.toggles).map(([featureName, { yes = 0, no = 0, variants }]) => ({
    featureName,
    appName,
    environment,
    hour,
    yes,
    no,
    variants,
  }))
  const { actor } = context.caller
  const reporter = reporterOf(actor)
  const audiences = audiencesOf(actor, headers)
  await metricsBuffer.add({ flags, impactMetrics, reporter, scope, audiences, now: context.now })
}
