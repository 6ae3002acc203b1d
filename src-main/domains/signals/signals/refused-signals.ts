import { randomInt } from 'node:crypto'

import type { RefusedSignal } from '#shared/signals/schemas/signal.ts'
import { WriteBehind, type Transaction } from '#runtime/write-behind.ts'
import type { Queries } from '#store/queries.ts'
import { readRefusedSignals, writeRefusedSignals } from './refused-signals.store.ts'

const MAX_KEPT = 500
const MAX_NAME = 100
const MAX_REASON = 300
const IDS_PER_MS = 1000

export type Refusal = Pick<
  RefusedSignal,
  'endpointName' | 'status' | 'reason' | 'tokenKind' | 'ip' | 'userAgent'
>

/**
 * Signals recently rejected by endpoints. Anyone can cause such errors, so their number is bounded. Equal
 * ones within an hour are counted together. They are written to disk now and then.
 */
export class RefusedSignals {
  /** Rejected signals by key, least recently rejected first. */
  #kept = new Map<string, RefusedSignal>()
  /** By id; null: to be deleted. */
  readonly #unwritten = new WriteBehind<number, RefusedSignal | null>({
    write: (queries, batch) => this.#write(queries, batch),
    most: 4 * MAX_KEPT,
  })
  /** The ids that the table may hold. */
  #stored = new Set<number>()
  #lastId = 0

  async load(queries: Queries): Promise<void> {
    const rows = await readRefusedSignals(queries)
    this.#kept = new Map(rows.map((row) => [keyOf(row, row.firstAt), row]))
    this.#stored = new Set(rows.map(({ id }) => id))
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
    this.#kept.delete(key) // becomes the newest
    const refused = known
      ? { ...known, times: known.times + 1, lastAt: at }
      : { id: this.#nextId(now), ...said, times: 1, firstAt: at, lastAt: at }
    this.#kept.set(key, refused)
    this.#unwritten.set(refused.id, refused)
    if (this.#kept.size > MAX_KEPT) this.#dropOldest()
  }

  /** Lists rejected signals, newest first: all, or those sent to one endpoint name. */
  list(endpointName?: string): RefusedSignal[] {
    return [...this.#kept.values()]
      .filter((one) => endpointName === undefined || one.endpointName === endpointName)
      .reverse()
  }

  /** Writes new rejections. Called periodically, and before the store closes. */
  flush(transaction: Transaction): Promise<void> {
    return this.#unwritten.flush(transaction)
  }

  async #write(queries: Queries, batch: ReadonlyMap<number, RefusedSignal | null>): Promise<void> {
    const changed = [...batch.values()].filter((one) => one !== null)
    const dropped = [...batch].flatMap(([id, one]) => (one === null ? id : []))
    // set this early: deleting an id that is not in the table is harmless, but none may stay behind
    for (const { id } of changed) this.#stored.add(id)
    await writeRefusedSignals(queries, changed, dropped)
  }

  /** Ids rise with time, and no other process on the database gives the same. */
  #nextId(now: Date): number {
    this.#lastId = Math.max(this.#lastId + 1, now.getTime() * IDS_PER_MS + randomInt(IDS_PER_MS))
    return this.#lastId
  }

  #dropOldest(): void {
    const [oldest] = this.#kept
    if (!oldest) return
    const [key, { id }] = oldest
    this.#kept.delete(key)
    // a rejection that was never written needs no deletion: a flood leaves no work
    if (this.#stored.delete(id)) this.#unwritten.set(id, null)
    else this.#unwritten.delete(id)
  }
}

/** Builds the key that equal rejections of the same hour share. */
const keyOf = ({ endpointName, status, reason, tokenKind, ip, userAgent }: Refusal, at: string) =>
  JSON.stringify([endpointName, status, reason, tokenKind, ip, userAgent, at.slice(0, 13)])
