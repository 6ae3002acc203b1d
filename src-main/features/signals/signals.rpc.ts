import { setTimeout } from 'node:timers/promises'

import { mutationOf, queryOf, router, signedIn } from '../../transport/rpc/init.ts'
import { probeSignalEndpoint } from './probe-signal-endpoint.use-case.ts'
import { getRefusedSignals, getSignal, getSignalUsage, searchSignals } from './read-signals.use-case.ts'
import { replaySignal, sendSignal } from './send-signal.use-case.ts'
import type { SignalNews } from './signal-feed.ts'
import type { SignalServices } from './signal-services.ts'

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
    news: signedIn.subscription(async function* ({ signal }) {
      let waiting: SignalNews[] = []
      let wake = () => {}
      const off = feed.subscribe((news) => {
        waiting.push(news)
        if (waiting.length > MOST_TOLD) waiting.shift()
        wake()
      })
      signal?.addEventListener('abort', () => wake(), { once: true })
      try {
        while (!signal?.aborted) {
          if (waiting.length > 0) {
            const told = waiting
            waiting = []
            yield told
            await setTimeout(PACE_MS)
            continue
          }
          await new Promise<void>((resolve) => {
            wake = resolve
            if (signal?.aborted) resolve()
          })
        }
      } finally {
        off()
      }
    }),
  })
