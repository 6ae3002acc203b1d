/** Upper bound of the first bucket in milliseconds, and how much larger each is than the one before: the last ends at 17 minutes. */
const FIRST_MS = 0.1
const GROWTH = 1.25
const BUCKETS = 73

/** Times of requests in milliseconds. */
export interface LatencyFigures {
  avg: number
  count: number
  p99: number
}

/** Times of requests since the start, in buckets: a percentile is exact to a quarter. */
export class Latencies {
  readonly #buckets = new Float64Array(BUCKETS)
  #count = 0
  #sum = 0
  #longest = 0

  /** Counts a request. */
  note(ms: number): void {
    const bucket = ms <= FIRST_MS ? 0 : Math.ceil(Math.log(ms / FIRST_MS) / Math.log(GROWTH))
    const index = Math.min(bucket, BUCKETS - 1)
    this.#buckets[index] = (this.#buckets[index] ?? 0) + 1
    this.#count += 1
    this.#sum += ms
    this.#longest = Math.max(this.#longest, ms)
  }

  get figures(): LatencyFigures {
    const avg = this.#count === 0 ? 0 : this.#sum / this.#count
    return { avg: rounded(avg), count: this.#count, p99: rounded(this.#percentile(0.99)) }
  }

  #percentile(part: number): number {
    let left = part * this.#count
    const index = this.#buckets.findIndex((count) => (left -= count) <= 0)
    // the last one has no bound
    const bound = index < 0 || index === BUCKETS - 1 ? Infinity : FIRST_MS * GROWTH ** index
    return Math.min(bound, this.#longest)
  }
}

const rounded = (ms: number) => Math.round(ms * 1000) / 1000
