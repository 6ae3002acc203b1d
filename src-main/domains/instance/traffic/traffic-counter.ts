import { compositeKey } from '#shared/composite-key.ts'
import type { TrafficGroup } from '#shared/instance/schemas/traffic.ts'
import type { Clock } from '#kernel/clock.ts'
import { OneAtATime } from '#runtime/one-at-a-time.ts'
import { WriteBehind, type Transaction } from '#runtime/write-behind.ts'
import type { Queries } from '#store/queries.ts'
import {
  deleteTrafficBefore,
  readTrafficCounts,
  writeTrafficCounts,
  type TrafficCount,
} from './traffic.store.ts'

const DAY_MS = 86_400_000

/** Days kept: a year, and the month it is compared with. */
export const TRAFFIC_DAYS = 400

/** Counted parts of the API. Pages and the window's own requests are not counted. */
const API_PATH =
  /^\/+(?:api\/+(admin|client|frontend|signal-endpoint|impressions)|(auth|edge|ofrep|otlp))(?=[/?]|$)/i

/** Maximum number of counts: more than days, parts and groups produce. */
const MAX = 20_000

/**
 * Request counts in memory, by day, part of the API and result, written periodically. There is one count for
 * each day, part and result group: a few thousand at most.
 */
export class TrafficCounter {
  readonly #clock: Clock
  readonly #counts = new Map<string, Kept>()
  readonly #unwritten = new WriteBehind<string, Kept>({
    write: async (queries, batch) => {
      for (const kept of batch.values()) kept.writing = kept.count - kept.written
      const added = [...batch.values()].map((kept) => ({ ...kept, count: kept.writing }))
      await writeTrafficCounts(queries, added)
    },
    written: (batch) => {
      for (const kept of batch.values()) kept.written += kept.writing
    },
    most: MAX,
  })
  /** The first day kept, while the table still holds rows of days dropped here. */
  readonly #outdated = new WriteBehind<'before', string>({
    write: async (queries, batch) => {
      for (const day of batch.values()) await deleteTrafficBefore(queries, day)
    },
    most: 1,
  })
  /** Keeps reads and writes apart: a write that is committed, and not noted yet, would be counted twice. */
  readonly #alone = new OneAtATime()
  #today = { number: -1, day: '' }

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Reads what is stored, by other processes too; what is not written yet is added. */
  load(queries: Queries): Promise<void> {
    return this.#alone.run(() => this.#read(queries))
  }

  async #read(queries: Queries): Promise<void> {
    for (const stored of await readTrafficCounts(queries)) {
      const { written, count } = this.#counts.get(keyOf(stored)) ?? NOTHING
      const kept = this.#counts.get(keyOf(stored)) ?? { ...stored, written: 0, writing: 0 }
      this.#counts.set(keyOf(stored), kept)
      kept.count = stored.count + count - written
      kept.written = stored.count
    }
  }

  /**
   * Counts a response. It runs for every request, so it does only a match of the address and a map lookup.
   */
  readonly note = (url: string, status: number): void => {
    const apiPath = apiPathOf(url)
    if (apiPath === undefined) return
    const what = { day: this.#dayOf(this.#clock.now()), apiPath, group: groupOf(status) }
    const key = keyOf(what)
    const count = this.#counts.get(key) ?? { ...what, ...NOTHING }
    count.count++
    this.#counts.set(key, count)
    this.#unwritten.set(key, count)
  }

  /** Returns the counts between two days, both included, oldest first. */
  between(from: string, to: string): TrafficCount[] {
    return [...this.#counts.values()]
      .filter(({ day }) => day >= from && day <= to)
      .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
  }

  /** Writes new counts and drops those that are too old. Called periodically, and before the store closes. */
  async flush(transaction: Transaction): Promise<void> {
    const oldest = dayText(this.#clock.now().getTime() - (TRAFFIC_DAYS - 1) * DAY_MS)
    await this.#alone.run(async () => {
      this.#forgetBefore(oldest)
      await this.#unwritten.flush(transaction)
      await this.#outdated.flush(transaction)
    })
  }

  #forgetBefore(oldest: string): void {
    for (const [key, count] of this.#counts) {
      if (count.day >= oldest) continue
      this.#counts.delete(key)
      this.#unwritten.delete(key)
      this.#outdated.set('before', oldest)
    }
  }

  /** Returns the date as text, which is built once a day. */
  #dayOf(now: Date): string {
    const number = Math.floor(now.getTime() / DAY_MS)
    if (number !== this.#today.number) this.#today = { number, day: dayText(now.getTime()) }
    return this.#today.day
  }
}

/** Count in memory. */
interface Kept extends TrafficCount {
  /** Part of it that the table holds. */
  written: number
  /** Part of it that the running write adds. */
  writing: number
}

const NOTHING = { count: 0, written: 0, writing: 0 }

const keyOf = ({ day, apiPath, group }: Omit<TrafficCount, 'count'>) => compositeKey(day, apiPath, group)
const dayText = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Finds the part of the API that an address belongs to; undefined: none. */
export function apiPathOf(url: string): string | undefined {
  const match = API_PATH.exec(url)
  if (!match) return undefined
  const [, ofApi, other = ''] = match
  return ofApi === undefined ? `/${other.toLowerCase()}` : `/api/${ofApi.toLowerCase()}`
}

function groupOf(status: number): TrafficGroup {
  if (status < 400) return 'successful-requests'
  return status < 500 ? 'refused-requests' : 'failed-requests'
}
