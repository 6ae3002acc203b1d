import type { InstanceMetrics } from '#domains/instance/metrics/instance-metrics.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Ids } from '#kernel/ids.ts'
import type { Logger } from '#kernel/logger.ts'
import type { Outbound } from '#kernel/outbound.ts'
import type { Tracer } from '#kernel/tracing/span.ts'
import type { Config } from '#settings/config.ts'
import { readTelemetry } from '#settings/telemetry-options.ts'

interface Dependencies {
  clock: Clock
  ids: Ids
  logger: Logger
  /** Calls the collector, which the operator chose. */
  outbound: Outbound
  /** Makes the figures, if they are sent or served. */
  openMetrics: (isSent: boolean) => InstanceMetrics | undefined
}

/** Traces and figures of a running service. */
export interface OpenTelemetry {
  /** Undefined: nothing is traced. */
  readonly tracer: Tracer | undefined
  readonly metrics: InstanceMetrics | undefined
  close(): Promise<void>
}

/** Begins to send telemetry if the settings say so (ADR 60). Otherwise nothing of it is loaded. */
export async function openTelemetry(
  config: Config,
  { clock, ids, logger, outbound, openMetrics }: Dependencies,
): Promise<OpenTelemetry> {
  const { options, problems } = readTelemetry(config, ids.uuid())
  for (const problem of problems) logger.warn({ problem }, 'a setting of OpenTelemetry is not followed')
  const metrics = openMetrics(options.metrics !== undefined)
  if (!options.traces && !options.metrics) return { tracer: undefined, metrics, close: async () => {} }
  const { Telemetry } = await import('#domains/instance/telemetry/telemetry.ts')
  const figures = async () => (await metrics?.figures()) ?? []
  const telemetry = new Telemetry(options, { clock, logger, figures, outbound })
  return { tracer: telemetry.tracer, metrics, close: () => telemetry.close() }
}
