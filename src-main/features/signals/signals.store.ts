import { CompiledQuery, sql } from 'kysely'

import { fromJson, toJson } from '../../store/json.ts'
import type { Queries } from '../../store/queries.ts'
import type { SignalHeaders } from '../../../src-shared/schemas/signal.ts'
import type { NewSignal, StoredSignal } from './signal.ts'

export const SIGNAL_COLUMNS = [
  'id',
  'source',
  'source_id as sourceId',
  'source_token_id as sourceTokenId',
  'token_name as tokenName',
  'payload',
  'headers',
  'created_at as createdAt',
  'processed',
  'replay_of as replayOf',
  'sent_by_user_id as sentByUserId',
  'sent_by as sentBy',
] as const

type SignalRow = Omit<StoredSignal, 'payload' | 'headers'> & { payload: string; headers: string }

export const toStoredSignal = (row: SignalRow): StoredSignal => ({
  ...row,
  payload: fromJson<unknown>(row.payload),
  headers: fromJson<SignalHeaders>(row.headers),
})

const INSERT = `insert into "signals" ("source", "source_id", "source_token_id", "token_name", "payload", "headers",
  "created_at", "processed", "replay_of", "sent_by_user_id", "sent_by")
  values (?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?) returning "id"`

/** Keeps signals, in their order; they wait for the actions from then on. */
export async function insertSignals(
  queries: Queries,
  signals: readonly NewSignal[],
): Promise<StoredSignal[]> {
  const stored: StoredSignal[] = []
  for (const signal of signals) stored.push(await insertSignal(queries, signal))
  return stored
}

/** Keeps a signal. The statement is written out: it is the one of this program that is run most. */
export async function insertSignal(queries: Queries, signal: NewSignal): Promise<StoredSignal> {
  const kept = {
    source: 'signal-endpoint' as const,
    sourceId: signal.sourceId,
    sourceTokenId: signal.sourceTokenId ?? null,
    tokenName: signal.tokenName ?? null,
    payload: signal.payload,
    headers: signal.headers ?? {},
    createdAt: signal.createdAt,
    processed: false,
    replayOf: signal.replayOf ?? null,
    sentByUserId: signal.sentByUserId ?? null,
    sentBy: signal.sentBy ?? null,
  }
  const { rows } = await queries.executeQuery<{ id: number }>(
    CompiledQuery.raw(INSERT, [
      kept.source,
      kept.sourceId,
      kept.sourceTokenId,
      kept.tokenName,
      toJson(kept.payload),
      toJson(kept.headers),
      kept.createdAt,
      kept.replayOf,
      kept.sentByUserId,
      kept.sentBy,
    ]),
  )
  const [row] = rows
  if (!row) throw new Error('SQLite answered no id for a signal')
  return { id: row.id, ...kept }
}

export async function findSignal(queries: Queries, id: number): Promise<StoredSignal | undefined> {
  const row = await queries
    .selectFrom('signals')
    .select(SIGNAL_COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toStoredSignal(row)
}

/** Whether a signal of this id has ever come in: SQLite counts on, and gives none a second time. */
export async function hasBeenKept(queries: Queries, id: number): Promise<boolean> {
  const { rows } = await sql<{ last: number }>`
    select "seq" as "last" from "sqlite_sequence" where "name" = 'signals'`.execute(queries)
  return id >= 1 && id <= (rows[0]?.last ?? 0)
}

/** A literal, so that SQLite sees that the partial index answers it. */
const isUnprocessed = sql<boolean>`processed = 0`

/** What the actions have not dealt with, oldest first. */
export async function nextUnprocessed(queries: Queries, limit: number): Promise<StoredSignal[]> {
  const rows = await queries
    .selectFrom('signals')
    .select(SIGNAL_COLUMNS)
    .where(isUnprocessed)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toStoredSignal)
}

/** How many signals wait, and since when the oldest of them does. */
export async function readSignalQueue(
  queries: Queries,
): Promise<{ waiting: number; oldestAt: string | null }> {
  const { waiting } = await queries
    .selectFrom('signals')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where(isUnprocessed)
    .executeTakeFirstOrThrow()
  const oldest = await queries
    .selectFrom('signals')
    .select('created_at as createdAt')
    .where(isUnprocessed)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return { waiting, oldestAt: oldest?.createdAt ?? null }
}

/** The actions have dealt with these: to be called in the transaction of what they did. */
export async function markProcessed(queries: Queries, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await queries.updateTable('signals').set({ processed: true }).where('id', 'in', ids).execute()
}

/** Deletes the oldest signals that the actions have dealt with, at most so many. Answers how many. */
export async function deleteOldestSignals(
  queries: Queries,
  { before, most }: { before?: string; most: number },
): Promise<number> {
  const oldest = queries
    .selectFrom('signals')
    .select('id')
    .where('processed', '=', true)
    .$if(before !== undefined, (q) => q.where('created_at', '<', before ?? ''))
    .orderBy('created_at')
    .limit(most)
  const { numDeletedRows } = await queries
    .deleteFrom('signals')
    .where('id', 'in', oldest)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
