import { mutationOf, queryOf, router, subscriptionOf } from '../../../../transport/rpc/init.ts'
import { probeSignalEndpoint } from './probe-signal-endpoint.ts'
import { getRefusedSignals } from './get-refused-signals.ts'
import { getSignal } from './get-signal.ts'
import { getSignalUsage } from './get-signal-usage.ts'
import { searchSignals } from './search-signals.ts'
import { replaySignal } from './replay-signal.ts'
import { sendSignal } from './send-signal.ts'
import type { SignalNews } from '../../records/signals/signal-feed.ts'
import type { SignalServices } from '../../records/signals/signal-services.ts'

/** A screen that is told more often than this shows no more. */
const PACE_MS = 150
const MOST_TOLD = 200

export const signalsRpc = ({ feed, refused, callOverHttp }: SignalServices) =>
  router({
    search: queryOf(searchSignals),
    get: queryOf(getSignal),
    usage: queryOf(getSignalUsage),
    refused: queryOf(getRefusedSignals(refused)),
    send: mutationOf(sendSignal(feed)),
    replay: mutationOf(replaySignal(feed)),
    probe: mutationOf(probeSignalEndpoint(callOverHttp)),
    /** What comes in and what is refused from now on, a few times a second; of very many only the last ones. */
    news: subscriptionOf<SignalNews[]>(() => {
      let waiting: SignalNews[] = []
      return {
        paceMs: PACE_MS,
        open: (wake) =>
          feed.subscribe((news) => {
            waiting.push(news)
            if (waiting.length > MOST_TOLD) waiting.shift()
            wake()
          }),
        take: () => {
          const taken = waiting
          waiting = []
          return taken.length > 0 ? [taken] : []
        },
      }
    }),
  })
