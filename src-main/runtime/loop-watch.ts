import type { Clock } from '#kernel/clock.ts'
import type { Logger } from '#kernel/logger.ts'

const TICK_MS = 20
/** A turn of the event loop with this much work is logged: everybody else has waited for it. */
const LONG_MS = 100
/** The watch rests after so many ticks without work, so that an idle app does not wake the machine. */
const IDLE_TICKS = 50
const BUCKET_MS = 10_000
const BUCKETS = 6
/** Maximum number of operations that a long turn names. */
const MAX_NAMED = 5

/** A turn of the event loop with too much work, and the operations and jobs that ran in it. */
export interface LongTurn {
  /** ISO 8601. */
  readonly at: string
  readonly ms: number
  readonly work: readonly string[]
}

interface Bucket {
  readonly index: number
  readonly ms: number
  readonly work: readonly string[]
  readonly at: string
}

/**
 * Measures how long the event loop was blocked, and says by what. A timer that comes late tells the length, and the processor time of
 * the process how much of it was its own work: on a busy machine, timers come late by themselves. The operations and jobs
 * under way since the tick before tell the cause. Only watches while something runs.
 */
export class LoopWatch {
  readonly #clock: Clock
  readonly #logger: Pick<Logger, 'info'>
  readonly #elapsed: () => number
  readonly #worked: () => number
  readonly #running = new Map<string, number>()
  readonly #longTurns = new Map<string, number>()
  #sinceTick = new Set<string>()
  #buckets: readonly Bucket[] = []
  #timer: NodeJS.Timeout | undefined
  #lastTick = 0
  #workedBefore = 0
  #idleTicks = 0

  /** `elapsed` gives milliseconds of a clock that nobody sets, `worked` those of processor time. */
  constructor(
    clock: Clock,
    logger: Pick<Logger, 'info'>,
    elapsed = () => performance.now(),
    worked = processorTime,
  ) {
    this.#clock = clock
    this.#logger = logger
    this.#elapsed = elapsed
    this.#worked = worked
  }

  /** Notes that an operation or a job begins. Its name is one of a bounded number. */
  begin(name: string): void {
    this.#running.set(name, (this.#running.get(name) ?? 0) + 1)
    this.#sinceTick.add(name)
    if (this.#timer === undefined) this.#start()
  }

  end(name: string): void {
    const left = (this.#running.get(name) ?? 1) - 1
    if (left > 0) this.#running.set(name, left)
    else this.#running.delete(name)
    this.#sinceTick.add(name)
  }

  /** Runs work under a name. */
  async during<T>(name: string, work: () => Promise<T>): Promise<T> {
    this.begin(name)
    try {
      return await work()
    } finally {
      this.end(name)
    }
  }

  /** Operations and jobs under way. */
  get running(): readonly string[] {
    return [...this.#running.keys()]
  }

  /** Longest delay by own work in the last minute, in milliseconds. */
  get lagMs(): number {
    return this.#longest()?.ms ?? 0
  }

  /** The longest turn of the last minute, if it was too long. */
  get longTurn(): LongTurn | null {
    const longest = this.#longest()
    if (!longest || longest.ms < LONG_MS) return null
    const { at, ms, work } = longest
    return { at, ms, work }
  }

  /** Number of long turns since the start, by the operation or job that ran; 'several' if there were more. */
  get longTurns(): ReadonlyMap<string, number> {
    return this.#longTurns
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #longest(): Bucket | undefined {
    const oldest = this.#bucket() - BUCKETS
    return this.#buckets
      .filter(({ index }) => index > oldest)
      .reduce<Bucket | undefined>(
        (longest, one) => (longest && longest.ms >= one.ms ? longest : one),
        undefined,
      )
  }

  #bucket(): number {
    return Math.floor(this.#elapsed() / BUCKET_MS)
  }

  #start(): void {
    this.#lastTick = this.#elapsed()
    this.#workedBefore = this.#worked()
    this.#idleTicks = 0
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref()
  }

  #tick(): void {
    const now = this.#elapsed()
    const worked = this.#worked()
    const late = Math.max(0, Math.round(now - this.#lastTick - TICK_MS))
    const ms = Math.min(late, Math.round(worked - this.#workedBefore))
    const work = [...new Set([...this.#sinceTick, ...this.#running.keys()])].slice(0, MAX_NAMED)
    this.#note(ms, work)
    if (ms >= LONG_MS) this.#report(ms, work)
    this.#lastTick = now
    this.#workedBefore = worked
    this.#idleTicks = work.length === 0 ? this.#idleTicks + 1 : 0
    this.#sinceTick = new Set()
    if (this.#idleTicks >= IDLE_TICKS) this.stop()
  }

  #note(ms: number, work: readonly string[]): void {
    const index = this.#bucket()
    const last = this.#buckets.at(-1)
    if (last?.index === index && last.ms >= ms) return
    const kept = last?.index === index ? this.#buckets.slice(0, -1) : this.#buckets.slice(1 - BUCKETS)
    this.#buckets = [...kept, { index, ms, work, at: this.#clock.now().toISOString() }]
  }

  #report(ms: number, work: readonly string[]): void {
    const cause = work.length === 1 ? (work[0] ?? 'several') : 'several'
    this.#longTurns.set(cause, (this.#longTurns.get(cause) ?? 0) + 1)
    this.#logger.info({ ms, work }, 'the event loop was blocked')
  }
}

function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
