import { setTimeout } from 'node:timers/promises'

import type { Clock } from '#kernel/clock.ts'
import { Turn } from '#runtime/turn.ts'
import { fromJson } from '#store/json.ts'
import { rowsInParts } from '#store/rows-within.ts'
import type { Queries } from '#store/queries.ts'
import {
  blockOf,
  findIdNextTo,
  findLastDigest,
  idsOf,
  insertDigest,
  readPayloads,
} from './signal-digests.store.ts'
import { ValueCollector } from './value-digest.ts'

/** Between two blocks: what others wait for goes first. */
const PAUSE_MS = 20
/** Blocks of a run, some seconds: other jobs wait for the first run of each, and a stop for the running one. */
const MAX_BLOCKS = 100

/**
 * Time after which the signals of a block are all there: a transaction of PostgreSQL that has taken an id ends before that, or is ended
 * (store/postgres/connection-options.ts).
 */
const SETTLED_MS = 5 * 60_000

interface Digesting {
  readonly queries: Queries
  transaction: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>
}

/** Makes the digests of signals that are complete, one block after the other. */
export class SignalDigester {
  readonly #clock: Pick<Clock, 'elapsed'>
  /** Block that was being filled when it was looked at last, and when. */
  #filled: { block: number; at: number } | undefined

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock
  }

  /** Makes the digests that are due, or as many of them as a run may. */
  async run(store: Digesting): Promise<void> {
    const now = this.#clock.elapsed()
    if (this.#filled && now - this.#filled.at < SETTLED_MS) return
    const newest = await findIdNextTo(store.queries, Number.MAX_SAFE_INTEGER, 'up to')
    if (newest === undefined) return
    const isDone = this.#filled === undefined || (await digestBlocks(store, this.#filled.block, MAX_BLOCKS))
    if (isDone) this.#filled = { block: blockOf(newest), at: now }
  }
}

/** Makes the digests of blocks ahead of one that have none, the oldest first. False: there are more than it may make. */
export async function digestBlocks(store: Digesting, end: number, most = Infinity): Promise<boolean> {
  const last = await findLastDigest(store.queries)
  for (let block = last === undefined ? 0 : last + 1, made = 0; block < end; block++, made++) {
    // ids have gaps
    const next = await findIdNextTo(store.queries, idsOf(block).first, 'from')
    if (next === undefined || blockOf(next) >= end) return true
    if (made >= most) return false
    block = blockOf(next)
    const digest = await digestOf(store.queries, block)
    const digested = block
    await store.transaction((queries) => insertDigest(queries, digested, digest))
    await setTimeout(PAUSE_MS)
  }
  return true
}

async function digestOf(queries: Queries, block: number): Promise<Buffer | null> {
  const { first, last } = idsOf(block)
  const values = new ValueCollector()
  const turn = new Turn()
  const read = (previous: { id: number } | undefined, limit: number) =>
    readPayloads(queries, { after: previous?.id ?? first - 1, last, limit })
  for await (const rows of rowsInParts(
    read,
    ({ payload }: { id: number; payload: string }) => payload.length,
  ))
    for (const { payload } of rows) {
      values.add(fromJson(payload))
      if (values.isFull) return null
      if (turn.isOver) await turn.pause()
    }
  return values.digest()
}
