import { domain, type ServicesOf } from '#main/app/domain.ts'
import type { instance } from '#domains/instance/index.ts'
import { writeAsSystem } from '#kernel/execute.ts'
import * as operations from './operations/index.ts'
import { CustomMetricBound } from './custom-metrics/metric-scope.ts'
import { markPotentiallyStale } from './features/mark-potentially-stale.ts'
import { MetricsBuffer } from './metrics/metrics-buffer.ts'
import { endOverrides } from './overrides/change-overrides.ts'
import { OverlayFile } from './overrides/overlay-file.ts'
import { progressPlans } from './release-plans/progress-plans.ts'
import { watchSafeguards } from './safeguards/watch-safeguards.ts'

const MINUTE_MS = 60_000

/** Flags, with their strategies, variants, metrics and release plans. */
export const flags = domain(
  operations,
  ({ store, clock, config, logger, reportAllowance }, { databaseMove }: ServicesOf<typeof instance>) => {
    const metricsBuffer = new MetricsBuffer({
      transaction: (work) => store.transaction(work),
      logger,
      isHeld: () => databaseMove.holdsWrites,
      unknownFlagsKept: config.limits.unknownFlagsKept,
      allowance: reportAllowance,
    })
    const startedAt = clock.now()
    return {
      services: { customMetricBound: new CustomMetricBound(), metricsBuffer },
      // metrics are more than the rest, and what a crash loses of them is what was reported since
      buffers: [{ flush: () => metricsBuffer.flush(), everyMs: 1000 }],
      // before the first request: SDKs must not get what holds until the start
      begin: (runtime) =>
        endOverrides(runtime, startedAt).catch((error: unknown) =>
          logger.warn({ err: error }, 'overrides until the start could not be ended, and are tried again'),
        ),
      jobs: [
        {
          name: 'mark potentially stale flags',
          everyMs: MINUTE_MS,
          run: (runtime) => writeAsSystem(runtime, markPotentiallyStale),
        },
        { name: 'end overrides', everyMs: 10_000, run: (runtime) => endOverrides(runtime, startedAt) },
        ...(config.overlayFile === undefined
          ? []
          : [
              {
                name: 'follow the overlay file',
                everyMs: 500,
                run: new OverlayFile(config.overlayFile).follow,
              },
            ]),
        {
          name: 'progress release plans',
          everyMs: MINUTE_MS,
          run: async (runtime) => {
            // before progressions: a plan that a safeguard stops must not advance in the same minute
            await watchSafeguards(runtime)
            await progressPlans(runtime)
          },
        },
      ],
    }
  },
)
