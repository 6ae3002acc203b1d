import { setTimeout as sleep } from 'node:timers/promises'

import { SDK_TOKEN, type Halyards } from './halyards.ts'
import { COUNTERS, type Ledger } from './load.ts'

interface Feature {
  name: string
  strategies?: { parameters?: { groupId?: string } }[]
}

interface Message {
  events?: { type: string; feature?: Feature; features?: Feature[] }[]
}

interface Arrival {
  flag: string
  count: number
  at: number
}

/** An SDK that streams from one Halyard: when each count arrives, and whether they go up. */
export class Watcher {
  readonly #halyards: Halyards
  readonly #ledger: Ledger
  readonly #at: number
  readonly #stop = new AbortController()
  /** Arrivals of each connection, with the time from which on it was open. */
  readonly #connections: { since: number; until: number; arrivals: Arrival[] }[] = []
  violations = 0
  #done: Promise<void> | undefined

  constructor(halyards: Halyards, ledger: Ledger, at: number) {
    this.#halyards = halyards
    this.#ledger = ledger
    this.#at = at
  }

  start(): void {
    this.#done = this.#run()
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#done
  }

  /** Milliseconds from each acknowledgement within a connection until the count, or a later one, was here. */
  delays(): number[] {
    return this.#connections.flatMap(({ since, until, arrivals }) =>
      this.#ledger.counted
        .filter(({ at }) => at > since && at < until)
        .flatMap(({ flag, count, at }) => {
          const arrival = arrivals.find((one) => one.flag === flag && one.count >= count)
          return arrival ? [Math.max(0, arrival.at - at)] : []
        }),
    )
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await this.#follow().catch(() => undefined)
      await sleep(20)
    }
  }

  async #follow(): Promise<void> {
    const response = await fetch(`${this.#halyards.urlOf(this.#at)}/api/client/streaming`, {
      headers: { authorization: SDK_TOKEN, accept: 'text/event-stream' },
      signal: this.#stop.signal,
    })
    if (!response.ok) return
    const connection = { since: Infinity, until: Infinity, arrivals: [] as Arrival[] }
    this.#connections.push(connection)
    const last = this.#lastOfProcess()
    const decoder = new TextDecoder()
    let text = ''
    try {
      for await (const chunk of response.body ?? []) {
        text += decoder.decode(chunk, { stream: true })
        const lines = text.split('\n')
        text = lines.pop() ?? ''
        for (const line of lines) {
          if (!line.startsWith('data:')) continue
          for (const { flag, count } of countsIn(JSON.parse(line.slice(5)) as Message)) {
            if (count < (last.get(flag) ?? 0)) this.violations += 1
            last.set(flag, count)
            connection.arrivals.push({ flag, count, at: performance.now() })
          }
          connection.since = Math.min(connection.since, performance.now())
        }
      }
    } finally {
      // what was acknowledged shortly before the end may not have been sent any more
      connection.until = connection.arrivals.at(-1)?.at ?? 0
    }
  }

  #startedAt: number | undefined
  #last = new Map<string, number>()

  /** Counts that this process has shown; of a new one those that were acknowledged before it began. */
  #lastOfProcess(): Map<string, number> {
    const startedAt = this.#halyards.startedAt[this.#at]
    if (startedAt !== this.#startedAt)
      this.#last = new Map(COUNTERS.map((flag) => [flag, this.#ledger.lastOf(flag, startedAt)]))
    this.#startedAt = startedAt
    return this.#last
  }
}

function countsIn({ events = [] }: Message): { flag: string; count: number }[] {
  return events
    .flatMap(({ feature, features = [] }) => (feature ? [feature] : features))
    .filter(({ name }) => COUNTERS.includes(name))
    .map(({ name, strategies }) => ({
      flag: name,
      count: Number(strategies?.[0]?.parameters?.groupId ?? 0),
    }))
}
