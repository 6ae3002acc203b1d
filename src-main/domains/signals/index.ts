import { domain } from '#main/app/domain.ts'
import * as operations from './operations/index.ts'
import { retryExecutions } from './action-execution/retry-executions.ts'
import { processSignals } from './action-execution/process-signals.ts'
import { SignalDigester } from './signals/digest-signals.ts'
import { openSignals } from './signals/signal-services.ts'

const DIGEST_EVERY_MS = 10_000

/** Signals and the actions that they start. */
export const signals = domain(operations, async ({ store, config, logger, sealer, clock, now, whole }) => {
  const { callOverHttp } = whole
  const opened = await openSignals(store.queries, { callOverHttp, now, logger, sealer })
  const digester = new SignalDigester(clock)
  const actionPace = { intervalSeconds: config.actionsIntervalSeconds, perCycle: config.actionsPerCycle }
  return {
    services: {
      signalEndpoints: opened.endpoints,
      signalFeed: opened.feed,
      refusedSignals: opened.refused,
      senderRequests: opened.senderRequests,
      callOverHttp,
      actionPace,
    },
    copies: [
      {
        tables: ['signal_endpoints', 'signal_endpoint_tokens', 'signal_sender_secrets'],
        reload: () => opened.endpoints.reload(),
      },
    ],
    buffers: [{ flush: () => opened.refused.flush((work) => store.transaction(work)) }],
    jobs: [
      {
        name: 'hand signals to the actions',
        everyMs: actionPace.intervalSeconds * 1000,
        run: async (runtime) => {
          // what came since may take the place of a retry
          await processSignals(runtime, actionPace.perCycle)
          await retryExecutions(runtime, actionPace.perCycle)
        },
      },
      {
        name: 'digest signals',
        everyMs: DIGEST_EVERY_MS,
        run: ({ store }) => digester.run(store),
      },
    ],
    close: () => opened.endpoints.stop(),
  }
})
