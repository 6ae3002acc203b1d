import type { RequestsPerSecond } from '#shared/instance/schemas/traffic.ts'
import type { Clock } from '#kernel/clock.ts'
import { apiPathOf } from './traffic-counter.ts'

const MINUTE_MS = 60_000
/** Minutes kept, in memory alone: six hours. */
const KEPT = 360

/** Parts of the API that SDKs and proxies use. */
const CLIENT_PARTS = new Set(['/api/client', '/api/frontend', '/edge', '/ofrep', '/otlp'])

/** Requests of the last hours by minute and part of the API. Bounded by minutes times parts. */
export class RequestRates {
  readonly #clock: Clock
  readonly #minutes = new Map<number, Map<string, number>>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Counts a response. It runs for every request, so it does only a match and two look-ups. */
  readonly note = (url: string): void => {
    const part = apiPathOf(url)
    if (part === undefined) return
    const minute = Math.floor(this.#clock.now().getTime() / MINUTE_MS)
    let counts = this.#minutes.get(minute)
    if (!counts) {
      counts = new Map()
      this.#minutes.set(minute, counts)
      for (const [former] of this.#minutes) if (former <= minute - KEPT) this.#minutes.delete(former)
    }
    counts.set(part, (counts.get(part) ?? 0) + 1)
  }

  /** Returns the rates of whole minutes; the running one is not over yet. */
  read(): RequestsPerSecond {
    const running = Math.floor(this.#clock.now().getTime() / MINUTE_MS)
    const minutes = [...this.#minutes].filter(([minute]) => minute < running && minute >= running - KEPT)
    const parts = [...new Set(minutes.flatMap(([, counts]) => [...counts.keys()]))].sort()
    const rates = (isIncluded: (part: string) => boolean) => ({
      status: 'success' as const,
      data: {
        resultType: 'matrix' as const,
        result: parts.filter(isIncluded).map((endpoint) => ({
          metric: { endpoint },
          values: minutes.map(([minute, counts]) => [minute * 60, String((counts.get(endpoint) ?? 0) / 60)]),
        })),
      },
    })
    return {
      clientMetrics: rates((part) => CLIENT_PARTS.has(part)),
      adminMetrics: rates((part) => !CLIENT_PARTS.has(part)),
    }
  }
}
