import type { RefusedSignal } from '../../../src-shared/schemas/signal.ts'
import type { Queries } from '../../store/queries.ts'
import { readRefusedSignals, writeRefusedSignals } from './refused-signals.store.ts'

const MOST_KEPT = 500
const MAX_NAME = 100
const MAX_REASON = 300

export type Refusal = Pick<
  RefusedSignal,
  'endpointName' | 'status' | 'reason' | 'tokenKind' | 'ip' | 'userAgent'
>

/**
 * What signal endpoints refused lately: anybody can cause refusals, so there is a bounded number of them, like ones of
 * an hour are counted as one, and they are written to the disk now and then.
 */
export class RefusedSignals {
  /** The one that was refused longest ago first. */
  #kept = new Map<string, RefusedSignal>()
  #changed = new Set<string>()
  #dropped: number[] = []
  #lastId = 0

  async load(queries: Queries): Promise<void> {
    const rows = await readRefusedSignals(queries)
    this.#kept = new Map(rows.map((row) => [keyOf(row, row.firstAt), row]))
    this.#lastId = Math.max(0, ...rows.map(({ id }) => id))
  }

  add(refusal: Refusal, now: Date): void {
    const at = now.toISOString()
    const said = {
      ...refusal,
      endpointName: refusal.endpointName.slice(0, MAX_NAME),
      reason: refusal.reason.slice(0, MAX_REASON),
    }
    const key = keyOf(said, at)
    const known = this.#kept.get(key)
    this.#kept.delete(key) // it becomes the newest
    this.#kept.set(
      key,
      known
        ? { ...known, times: known.times + 1, lastAt: at }
        : { id: ++this.#lastId, ...said, times: 1, firstAt: at, lastAt: at },
    )
    this.#changed.add(key)
    if (this.#kept.size > MOST_KEPT) this.#dropOldest()
  }

  /** Newest first; of one endpoint, as it was asked for, or of all. */
  list(endpointName?: string): RefusedSignal[] {
    return [...this.#kept.values()]
      .filter((one) => endpointName === undefined || one.endpointName === endpointName)
      .reverse()
  }

  /** Writes what has come; called now and then, and before the store closes. */
  async flush(transaction: (work: (queries: Queries) => Promise<void>) => Promise<void>): Promise<void> {
    const changed = [...this.#changed].flatMap((key) => this.#kept.get(key) ?? [])
    const dropped = this.#dropped
    if (changed.length === 0 && dropped.length === 0) return
    this.#changed = new Set()
    this.#dropped = []
    await transaction((queries) => writeRefusedSignals(queries, changed, dropped))
  }

  #dropOldest(): void {
    const [oldest] = this.#kept
    if (!oldest) return
    this.#kept.delete(oldest[0])
    this.#changed.delete(oldest[0])
    this.#dropped.push(oldest[1].id)
  }
}

/** Like refusals of the same hour. */
const keyOf = ({ endpointName, status, reason, tokenKind, ip, userAgent }: Refusal, at: string) =>
  JSON.stringify([endpointName, status, reason, tokenKind, ip, userAgent, at.slice(0, 13)])
