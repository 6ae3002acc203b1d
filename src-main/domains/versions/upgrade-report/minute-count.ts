const MINUTE_MS = 60_000

/** Maximum number of callers counted within a minute. Further ones are not counted. */
const MAX_CALLERS = 10_000

/** Number of requests of each caller in the current minute. */
export class MinuteCount {
  readonly #counts = new Map<string, { calls: number }>()
  #minute = 0

  /** Counts a request, and returns the caller's count. */
  add(caller: string, nowMs: number): number {
    const minute = Math.floor(nowMs / MINUTE_MS)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#counts.clear()
    }
    const known = this.#counts.get(caller)
    if (known) return ++known.calls
    if (this.#counts.size >= MAX_CALLERS) return 0
    this.#counts.set(caller, { calls: 1 })
    return 1
  }
}
