import { AppError } from '#kernel/app-error.ts'
import { pauseOf } from '#kernel/outbound.ts'
import { LruMap } from '#runtime/lru-map.ts'
import type { Waiting } from '../connection.ts'

/** Requests that a service gets at once. */
const AT_ONCE = 6
/** Longest time that one request waits, in all. */
const MAX_WAIT_MS = 5 * 60_000
/** Pause where the service names none. */
const USUAL_PAUSE_MS = 10_000
const TOO_MANY = 429

/** Limits up to which answers are kept: under those above nobody waits. */
const FEW = 100
const MAX_KEPT = 50

interface Clock {
  now: () => number
  /** Waits; rejects with the reason of the signal. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>
}

const realClock: Clock = {
  now: Date.now,
  pause: (ms, signal) =>
    new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        if (signal.aborted) reject(signal.reason as Error)
        else resolve()
      }
      const timer = setTimeout(end, ms)
      signal.addEventListener('abort', end, { once: true })
      if (signal.aborted) end()
    }),
}

/** Request as it is paced. */
export interface PacedRequest {
  /** Names requests that share a limit of the service. */
  kind: string
  /** Names requests with the same answer; absent: it changes something. */
  reads?: string
  send: () => Promise<Response>
}

export interface ReadResponse {
  status: number
  text: string
}

/** Pause of a kind of requests. */
interface Pause {
  untilMs: number
  allowed: string | undefined
  /** Number of requests that wait for its end. */
  waiting: number
}

/**
 * Sends requests to a service at the rate that it allows: a bounded number at once, and after a 429 when it says. Answers that
 * it rations are kept for as long as its limit counts, or until something is changed.
 */
export class Pace {
  readonly #clock: Clock
  readonly #pauses = new Map<string, Pause>()
  /** Replaced by a new one when something is changed, so that nothing read before comes into it. */
  #kept = keptResponses()
  #running = 0
  readonly #queue: (() => void)[] = []

  constructor(clock: Clock = realClock) {
    this.#clock = clock
  }

  /** The longest pause that requests wait for; null: none do. */
  get waiting(): Waiting | null {
    const [longest] = [...this.#pauses.values()]
      .filter(({ waiting }) => waiting > 0)
      .sort((a, b) => b.untilMs - a.untilMs)
    if (!longest) return null
    const { untilMs, allowed } = longest
    return { until: new Date(untilMs).toISOString(), ...(allowed === undefined ? {} : { allowed }) }
  }

  /**
   * Sends a request. Rejects with an AppError if the pause that the service asks for is too long, and with the reason of the
   * signal.
   */
  async send(request: PacedRequest, signal: AbortSignal): Promise<ReadResponse> {
    const { kind, reads } = request
    const kept = this.#kept
    const known = reads === undefined ? undefined : kept.get(reads)
    if (known && known.untilMs > this.#clock.now()) return known
    const deadline = this.#clock.now() + MAX_WAIT_MS
    for (;;) {
      await this.#passPause(kind, deadline, signal)
      const response = await this.#inTurn(request, signal)
      this.#notePause(kind, response)
      const { status, headers } = response
      const read = { status, text: await response.text() }
      if (status === TOO_MANY) continue
      const { count, seconds } = limitIn(headers)
      if (reads === undefined) this.#kept = keptResponses()
      else if (count <= FEW) kept.set(reads, { ...read, untilMs: this.#clock.now() + seconds * 1000 })
      return read
    }
  }

  async #passPause(kind: string, deadline: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      const pause = this.#pauses.get(kind)
      const ms = (pause?.untilMs ?? 0) - this.#clock.now()
      if (!pause || ms <= 0) return
      if (pause.untilMs > deadline) throw tooBusy(pause, ms)
      pause.waiting += 1
      try {
        await this.#clock.pause(ms, signal)
      } finally {
        pause.waiting -= 1
      }
    }
  }

  async #inTurn({ send }: PacedRequest, signal: AbortSignal): Promise<Response> {
    if (this.#running >= AT_ONCE) await new Promise<void>((resolve) => this.#queue.push(resolve))
    else this.#running += 1
    try {
      signal.throwIfAborted()
      return await send()
    } finally {
      const next = this.#queue.shift()
      if (next) next()
      else this.#running -= 1
    }
  }

  /** Notes the pause that an answer asks for: after a 429, and once nothing of the limit is left. */
  #notePause(kind: string, { status, headers }: Response): void {
    const isSpent = headers.get('ratelimit-remaining') === '0'
    if (status !== TOO_MANY && !isSpent) return
    const ms = pauseOf(headers, this.#clock.now()) ?? (status === TOO_MANY ? USUAL_PAUSE_MS : 0)
    const untilMs = this.#clock.now() + ms
    const { words: allowed } = limitIn(headers)
    const pause = this.#pauses.get(kind)
    if (pause) Object.assign(pause, { untilMs, allowed })
    else this.#pauses.set(kind, { untilMs, allowed, waiting: 0 })
  }
}

const keptResponses = () => new LruMap<string, ReadResponse & { untilMs: number }>(MAX_KEPT)

/** Reads `RateLimit-Policy: 15;w=60`, and puts it into words. */
function limitIn(headers: Headers): { count: number; seconds: number; words: string | undefined } {
  const [, count, seconds] = /^(\d+);w=(\d+)/.exec(headers.get('ratelimit-policy') ?? '') ?? []
  if (count === undefined || seconds === undefined) return { count: Infinity, seconds: 0, words: undefined }
  return { count: Number(count), seconds: Number(seconds), words: `${count} requests in ${seconds} s` }
}

function tooBusy({ allowed }: Pause, ms: number): AppError {
  const limit = allowed === undefined ? 'The service limits such requests' : `The service allows ${allowed}`
  const minutes = Math.ceil(ms / 60_000)
  return new AppError('RateLimitError', `${limit}. It takes more of them in ${minutes} min. Try again then.`)
}
