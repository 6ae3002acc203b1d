import type { ClientConfiguration } from '#domains/clients/client-api/client-configuration.ts'
import { readTotals, readWaitingFigures } from '#domains/clients/mirror/forwarding-totals.store.ts'
import type { Forwarder } from '#domains/clients/mirror/forwarder.ts'
import type { Mirror } from '#domains/clients/mirror/mirror.ts'
import type { MetricsBuffer } from '#domains/flags/metrics/metrics-buffer.ts'
import { InstanceMetrics } from '#domains/instance/metrics/instance-metrics.ts'
import type { SenderRequests } from '#domains/signals/signals/sender-requests.ts'
import type { Clock } from '#kernel/clock.ts'
import type { LoopWatch } from '#runtime/loop-watch.ts'
import type { Store } from '#store/store.ts'
import type { ScrapedMetrics } from '#transport/http/metrics-route.ts'
import type { Config } from '#settings/config.ts'

interface Dependencies {
  store: Store
  clock: Clock
  configuration: ClientConfiguration
  loop: LoopWatch
  mirror: Mirror | undefined
  forwarder: Forwarder | undefined
  senderRequests: SenderRequests
}

/** Puts together what Prometheus may read, and who may. */
export const scrapedMetrics = (
  { serverMetrics: readers }: Pick<Config, 'serverMetrics'>,
  service: InstanceMetrics | undefined,
  reports: MetricsBuffer,
): ScrapedMetrics => ({
  readers,
  ...(service ? { service } : {}),
  readImpact: async () => {
    await reports.settle()
    return reports.exposition.text()
  },
})

/** Makes the figures for Prometheus and OpenTelemetry; undefined if the settings turn both off. */
export function openMetrics(
  { serverMetrics, limits, contract: version }: Config,
  { store, clock, configuration, loop, mirror, forwarder, senderRequests }: Dependencies,
  isSent: boolean,
): InstanceMetrics | undefined {
  if (serverMetrics === 'off' && !isSent) return undefined
  const revisionOf = (environment: string) => configuration.revisionOf(environment)
  const forwarded = forwarder && {
    waiting: () => readWaitingFigures(store.queries),
    totals: () => readTotals(store.queries),
  }
  const signalRequests = senderRequests.totals
  const sources = { store, clock, limits, version, revisionOf, loop, mirror, forwarded, signalRequests }
  return new InstanceMetrics(sources)
}
