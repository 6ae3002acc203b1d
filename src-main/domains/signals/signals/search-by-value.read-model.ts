import { sql } from 'kysely'

import { valueAt, type ListedOutcome, type SignalOutcome } from '#shared/signals/rules/index.ts'
import type { FoundSignal } from '#shared/signals/schemas/signal.ts'
import { contains } from '#store/engines/portable.ts'
import { idWindows, type IdRange } from '#store/id-windows.ts'
import { fromJson, toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import { MAX_PAGE_CHARACTERS, readWithin } from '#store/rows-within.ts'
import { blockOf, findIdNextTo, idsOf, readDigests } from './signal-digests.store.ts'
import { FOUND_COLUMNS, lengthOf, toFound, type Order, type SignalFilter } from './signals.read-model.ts'
import { mayHold, type NamedValue } from './value-digest.ts'

interface ValueSearch {
  named: NamedValue
  outcome?: ListedOutcome | undefined
  /** Id after which to go on, in the order of the search. */
  after?: number | undefined
  limit: number
  order: Order
}

/** Blocks that a search looks through before it answers where to go on. */
export const MAX_LOOKED_THROUGH = 64
/** Digests that are read together: the largest make 6 MB. */
const DIGESTS_AT_ONCE = 100
/** Ids of a block that are looked through together, at first and at least: long payloads would make a long turn. */
const WINDOWS = { first: 50, least: 10 }

/**
 * Finds signals with a value at a path, in the order in which they came. Blocks whose digest says that they have none are skipped,
 * those without a digest are looked through (ADR 91). `next` is the id to go on from, possibly before the first match; null: the
 * search is complete.
 */
export async function searchByValue(
  queries: Queries,
  filter: SignalFilter,
  search: ValueSearch,
): Promise<{ signals: FoundSignal[]; next: number | null }> {
  const page = new Page(queries, filter, search)
  const isNewestFirst = search.order === 'desc'
  const nextTo = (id: number) => findIdNextTo(queries, id, isNewestFirst ? 'up to' : 'from')
  const hasNone = emptyBlocks(queries, mayHold(search.named), isNewestFirst)
  let at = await nextTo(firstId(search.after, isNewestFirst))
  let lookedThrough = 0
  while (at !== undefined && at >= 0) {
    const block = blockOf(at)
    const { first, last } = idsOf(block)
    if (!(await hasNone(block))) {
      at = await nextTo(at)
      if (at === undefined) break
      // there are no signals here
      if (blockOf(at) !== block) continue
      if (lookedThrough === MAX_LOOKED_THROUGH) return page.end(isNewestFirst ? at + 1 : at - 1)
      lookedThrough += 1
      const full = await page.lookThrough(isNewestFirst ? { from: first, to: at } : { from: at, to: last })
      if (full !== undefined) return page.end(full)
    }
    at = isNewestFirst ? first - 1 : last + 1
  }
  return page.end(null)
}

function firstId(after: number | undefined, isNewestFirst: boolean): number {
  if (after === undefined) return isNewestFirst ? Number.MAX_SAFE_INTEGER : 0
  return isNewestFirst ? after - 1 : after + 1
}

/** Tells of blocks, in one order, that their digest has not the value. Reads the digests some at a time. */
function emptyBlocks(queries: Queries, test: (digest: Uint8Array) => boolean, isNewestFirst: boolean) {
  let read: { from: number; to: number; digests: Map<number, Buffer | null> } | undefined
  return async (block: number): Promise<boolean> => {
    if (!read || block < read.from || block > read.to) {
      const further = DIGESTS_AT_ONCE - 1
      const [from, to] = isNewestFirst ? [block - further, block] : [block, block + further]
      read = { from, to, digests: await readDigests(queries, from, to) }
    }
    const digest = read.digests.get(block)
    return digest !== undefined && digest !== null && !test(digest)
  }
}

type Row = Parameters<typeof toFound>[1][number] &
  Omit<FoundSignal, 'payload' | 'outcome' | 'delivery' | 'late'>

/** Page of found signals that fills up. */
class Page {
  readonly #queries: Queries
  readonly #filter: SignalFilter
  readonly #search: ValueSearch
  readonly #rows: Row[] = []
  #characters = MAX_PAGE_CHARACTERS

  constructor(queries: Queries, filter: SignalFilter, search: ValueSearch) {
    this.#queries = queries
    this.#filter = filter
    this.#search = search
  }

  async end(next: number | null) {
    return { signals: await toFound(this.#queries, this.#rows), next }
  }

  /** Takes matching signals of a range of ids. Returns the last one if the page is full. */
  async lookThrough({ from, to }: { from: number; to: number }): Promise<number | undefined> {
    for await (const window of idWindows({ first: from, last: to }, this.#search.order, WINDOWS)) {
      const full = await this.#take(window)
      if (full !== undefined) return full
    }
    return undefined
  }

  async #take(range: IdRange): Promise<number | undefined> {
    const { named, limit } = this.#search
    const { path, value } = named
    const all = this.#containing(range)
    const { rows, isFull, characters } = await readWithin(
      (part) => all.offset(part.offset).limit(part.limit).execute(),
      { offset: 0, limit: range.last - range.first + 1, characters: this.#characters, lengthOf },
    )
    for (const row of rows) {
      const found = valueAt(fromJson(row.payload), path)
      if (found === undefined || String(found) !== value) continue
      this.#rows.push(row)
      if (this.#rows.length === limit) return row.id
    }
    this.#characters -= characters
    if (!isFull) return undefined
    return rows.at(-1)?.id ?? (this.#search.order === 'desc' ? range.last + 1 : range.first - 1)
  }

  /** Signals of the filter whose payload has the value somewhere: as text, which costs less than to read each payload. */
  #containing({ first, last }: IdRange) {
    const { endpoint, from: firstDay, to: lastDay } = this.#filter
    const { named, outcome, order } = this.#search
    return this.#queries
      .selectFrom('signals')
      .leftJoin('signal_endpoints as endpoint', 'endpoint.id', 'signals.source_id')
      .select(FOUND_COLUMNS)
      .where('signals.id', '>=', first)
      .where('signals.id', '<=', last)
      .where(contains(sql.ref('signals.payload'), toJson(named.value).slice(1, -1)))
      .$if(endpoint !== undefined, (q) => q.where('signals.source_id', '=', endpoint ?? 0))
      .$if(firstDay !== undefined, (q) => q.where('signals.created_at', '>=', firstDay ?? ''))
      .$if(lastDay !== undefined, (q) => q.where('signals.created_at', '<', `${lastDay ?? ''}T24`))
      .$if(outcome === 'none', (q) => q.where('signals.outcome', 'is', null))
      .$if(outcome !== undefined && outcome !== 'none', (q) =>
        q.where('signals.outcome', '=', outcome as SignalOutcome),
      )
      .orderBy('signals.id', order)
  }
}
