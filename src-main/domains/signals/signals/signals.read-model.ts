import { sql } from 'kysely'

import type { ListedOutcome, SignalOutcome } from '#shared/signals/rules/index.ts'
import type { FoundSignal } from '#shared/signals/schemas/signal.ts'
import { isLike } from '#store/engines/portable.ts'
import { fromJson } from '#store/json.ts'
import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'
import { readWithin, wholePage } from '#store/rows-within.ts'
import { readLateSignals } from './late-signals.store.ts'
import { readDeliveriesOf } from './deliveries.store.ts'

export interface SignalFilter {
  endpoint?: number | undefined
  /** Days, both included. */
  from?: string | undefined
  to?: string | undefined
}

export type Order = 'asc' | 'desc'

/** A place between two signals, in the order in which they are listed. */
export interface SignalCursor {
  createdAt: string
  id: number
}

export const FOUND_COLUMNS = [
  'signals.id',
  'signals.source',
  'signals.source_id as sourceId',
  'signals.created_at as createdAt',
  'signals.payload',
  'signals.token_name as tokenName',
  'signals.replay_of as replayOf',
  'signals.sent_by as sentBy',
  'signals.processed',
  'signals.outcome',
  'endpoint.name as sourceName',
  'endpoint.description as sourceDescription',
] as const

/**
 * Signals newest first, `limit` of them from `offset`, as many as fit into a page. Whole days are skipped by their counts, and the rest of the offset
 * in an index: no row before the page is read.
 */
export async function readSignals(
  queries: Queries,
  filter: SignalFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<FoundSignal[]> {
  const start = await skipDays(queries, filter, offset)
  if (!start) return []
  const page = inOrder(queries, { ...filter, to: start.to })
    .select('signals.id')
    .limit(limit)
    .offset(offset - start.skipped)
  const ids = (await page.execute()).map(({ id }) => id)
  const { rows } = await readWithin(
    (part) =>
      filtered(queries, {})
        .select(FOUND_COLUMNS)
        .where((eb) => inList(eb.ref('signals.id'), ids.slice(part.offset, part.offset + part.limit)))
        .execute(),
    { ...wholePage(lengthOf), limit: ids.length },
  )
  return toFound(queries, rows)
}

/**
 * Finds the day that an offset falls on, as the last day to read, and the number of signals on later days.
 * Returns undefined if the offset is beyond all days.
 */
async function skipDays(
  queries: Queries,
  { endpoint, from, to }: SignalFilter,
  offset: number,
): Promise<{ to: string; skipped: number } | undefined> {
  const days = await queries
    .selectFrom('signal_days')
    .select((eb) => ['day', eb.fn.sum<number>('signals').as('signals')])
    .$if(endpoint !== undefined, (q) => q.where('source_id', '=', endpoint ?? 0))
    .$if(from !== undefined, (q) => q.where('day', '>=', from ?? ''))
    .$if(to !== undefined, (q) => q.where('day', '<=', to ?? ''))
    .groupBy('day')
    .orderBy('day', 'desc')
    .execute()
  let skipped = 0
  for (const { day, signals } of days) {
    if (skipped + signals > offset) return { to: day, skipped }
    skipped += signals
  }
  return undefined
}

/** Counts signals from the daily counts, not from the signals themselves. */
export async function countSignals(queries: Queries, { endpoint, from, to }: SignalFilter): Promise<number> {
  const { total } = await queries
    .selectFrom('signal_days')
    .select((eb) => eb.fn.sum<number | null>('signals').as('total'))
    .$if(endpoint !== undefined, (q) => q.where('source_id', '=', endpoint ?? 0))
    .$if(from !== undefined, (q) => q.where('day', '>=', from ?? ''))
    .$if(to !== undefined, (q) => q.where('day', '<=', to ?? ''))
    .executeTakeFirstOrThrow()
  return Number(total ?? 0)
}

interface SignalSearch {
  text: string
  outcome?: ListedOutcome | undefined
  after?: SignalCursor | undefined
  limit: number
  order?: Order | undefined
}

/** Number of signals searched for a text at a time: more would block other requests. */
export const WINDOW = 8000

/**
 * Finds signals whose payload contains a text, newest or oldest first, after `after`. `next` is the position
 * to continue from: the end of the searched part, possibly before the first match. null: the search is
 * complete.
 */
export async function searchSignals(
  queries: Queries,
  filter: SignalFilter,
  { text, outcome, after, limit, order = 'desc' }: SignalSearch,
): Promise<{ signals: FoundSignal[]; next: SignalCursor | null }> {
  const isUnmatched = outcome === 'none'
  // no index lists signals without executions, because most may have none: search them like a text
  const window = text === '' && !isUnmatched ? limit : WINDOW
  const all = filtered(queries, filter, order).$if(outcome !== undefined && !isUnmatched, (q) =>
    q.where('signals.outcome', '=', outcome as SignalOutcome),
  )
  const rest = after ? all.where(isBehind(after, order)) : all
  const end = await rest
    .select(['signals.id', 'signals.created_at as createdAt'])
    .offset(window - 1)
    .limit(1)
    .executeTakeFirst()
  const found = rest
    .select(FOUND_COLUMNS)
    .$if(end !== undefined, (q) => q.where(isUpTo(end ?? { createdAt: '', id: 0 }, order)))
    .$if(isUnmatched, (q) => q.where('signals.outcome', 'is', null))
    .$if(text !== '', (q) => q.where(isLike(sql.ref('signals.payload'), patternOf(text))))
  const { rows, isFull } = await readWithin((part) => found.offset(part.offset).limit(part.limit).execute(), {
    ...wholePage(lengthOf),
    limit,
  })
  const last = isFull || rows.length === limit ? rows.at(-1) : end
  return {
    signals: await toFound(queries, rows),
    next: last ? { createdAt: last.createdAt, id: last.id } : null,
  }
}

/** Reads the number of stored signals and the time of the last one, for each endpoint that has any. */
export async function readSignalSources(
  queries: Queries,
): Promise<{ sourceId: number; signals: number; lastAt: string | null }[]> {
  const rows = await queries
    .selectFrom('signal_days as day')
    .select((eb) => [
      'day.source_id as sourceId',
      eb.fn.sum<number>('day.signals').as('signals'),
      eb
        .selectFrom('signals')
        .select((inner) => inner.fn.max('signals.created_at').as('at'))
        .whereRef('signals.source_id', '=', 'day.source_id')
        .as('lastAt'),
    ])
    .groupBy('day.source_id')
    .orderBy('day.source_id')
    .execute()
  return rows.map((row) => ({ ...row, signals: Number(row.signals) }))
}

/** Reads the number of stored signals by day and endpoint, from a day on. */
export async function readSignalDays(
  queries: Queries,
  from: string,
): Promise<{ day: string; sourceId: number; signals: number }[]> {
  return queries
    .selectFrom('signal_days')
    .select(['day', 'source_id as sourceId', 'signals'])
    .where('day', '>=', from)
    .where('signals', '>', 0)
    .orderBy('day')
    .orderBy('source_id')
    .execute()
}

export const lengthOf = ({ payload }: { payload: string }) => payload.length

const filtered = (queries: Queries, filter: SignalFilter, order: Order = 'desc') =>
  inOrder(queries, filter, order).leftJoin('signal_endpoints as endpoint', 'endpoint.id', 'signals.source_id')

function inOrder(queries: Queries, { endpoint, from, to }: SignalFilter, order: Order = 'desc') {
  return queries
    .selectFrom('signals')
    .$if(endpoint !== undefined, (q) => q.where('signals.source_id', '=', endpoint ?? 0))
    .$if(from !== undefined, (q) => q.where('signals.created_at', '>=', from ?? ''))
    .$if(to !== undefined, (q) => q.where('signals.created_at', '<', `${to ?? ''}T24`))
    .orderBy('signals.created_at', order)
    .orderBy('signals.id', order)
}

const isBehind = ({ createdAt, id }: SignalCursor, order: Order) =>
  order === 'desc'
    ? sql<boolean>`(signals.created_at, signals.id) < (${createdAt}, ${id})`
    : sql<boolean>`(signals.created_at, signals.id) > (${createdAt}, ${id})`

/** Written out: of a negation the engine does not see that the index answers it. */
const isUpTo = ({ createdAt, id }: SignalCursor, order: Order) =>
  order === 'desc'
    ? sql<boolean>`(signals.created_at, signals.id) >= (${createdAt}, ${id})`
    : sql<boolean>`(signals.created_at, signals.id) <= (${createdAt}, ${id})`

const patternOf = (text: string) => `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`

/** Adds the deliveries and the marks of late ones, which few signals have. */
export async function toFound<Row extends { id: number; payload: string; outcome: SignalOutcome | null }>(
  queries: Queries,
  rows: readonly Row[],
) {
  const ids = rows.map(({ id }) => id)
  const deliveries = await readDeliveriesOf(queries, ids)
  const late = await readLateSignals(queries, ids)
  return rows.map(({ payload, outcome, ...row }) => ({
    ...row,
    delivery: deliveries.get(row.id) ?? null,
    late: late.get(row.id) ?? null,
    outcome: outcome ?? ('none' as const),
    payload: fromJson<unknown>(payload),
  }))
}
