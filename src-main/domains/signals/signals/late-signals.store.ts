import type { FoundSignal } from '#shared/signals/schemas/signal.ts'
import { inList } from '#store/in-list.ts'
import { insertAll } from '#store/insert-all.ts'
import type { Queries } from '#store/queries.ts'

/** A stored signal with the time or the number that its sender gave it. */
export interface OrderedSignal {
  id: number
  tokenId: number
  sourceId: number
  order: number
  createdAt: string
}

/** Marks signals that are older than one that their sender sent before, in the order in which they came. */
export async function markLateSignals(queries: Queries, signals: readonly OrderedSignal[]): Promise<void> {
  if (signals.length === 0) return
  const marks = await readMarks(queries, [...new Set(signals.map(({ tokenId }) => tokenId))])
  const changed = new Map<number, OrderedSignal>()
  const late = signals.flatMap((signal) => {
    const newest = marks.get(signal.tokenId)
    if (newest !== undefined && signal.order < newest) return [{ signal, newest }]
    if (newest !== signal.order) changed.set(signal.tokenId, signal)
    marks.set(signal.tokenId, signal.order)
    return []
  })
  await insertAll(
    queries,
    'late_signals',
    late.map(({ signal, newest }) => ({
      signal_id: signal.id,
      sent_order: signal.order,
      newest,
      created_at: signal.createdAt,
    })),
    (insert) => insert,
  )
  // in one order, so that several Halyards do not wait for each other in a circle
  for (const { tokenId, sourceId, order } of [...changed.values()].sort((a, b) => a.tokenId - b.tokenId))
    await queries
      .insertInto('signal_order_marks')
      .values({ token_id: tokenId, source_id: sourceId, newest: order })
      .onConflict((row) => row.column('token_id').doUpdateSet({ newest: order }))
      .execute()
}

async function readMarks(queries: Queries, tokenIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await queries
    .selectFrom('signal_order_marks')
    .select(['token_id', 'newest'])
    .where((eb) => inList(eb.ref('token_id'), tokenIds))
    .execute()
  return new Map(rows.map((row) => [row.token_id, row.newest]))
}

/** Forgets the newest of each sender of an endpoint: another place has other values. */
export async function deleteOrderMarks(queries: Queries, sourceId: number): Promise<void> {
  await queries.deleteFrom('signal_order_marks').where('source_id', '=', sourceId).execute()
}

/** Reads the marks of late signals, by the id of the signal. */
export async function readLateSignals(
  queries: Queries,
  signals: readonly number[],
): Promise<Map<number, NonNullable<FoundSignal['late']>>> {
  const rows = await queries
    .selectFrom('late_signals')
    .select(['signal_id', 'sent_order as order', 'newest'])
    .where((eb) => inList(eb.ref('signal_id'), signals))
    .execute()
  return new Map(rows.map(({ signal_id: id, ...late }) => [id, late]))
}
