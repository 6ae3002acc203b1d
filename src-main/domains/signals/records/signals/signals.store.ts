import { sql } from 'kysely'

import { lastGivenId } from '../../../../store/engines/portable.ts'
import { fromJson, toJson } from '../../../../store/json.ts'
import type { Queries } from '../../../../store/queries.ts'
import type { SignalOutcome } from '../../../../../src-shared/signals/rules/index.ts'
import type { SignalHeaders } from '../../../../../src-shared/signals/schemas/signal.ts'
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
  'outcome',
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

/** Keeps signals, in their order. They wait for the actions where a set listens; elsewhere they count as processed. */
export async function insertSignals(
  queries: Queries,
  signals: readonly NewSignal[],
): Promise<StoredSignal[]> {
  const stored: StoredSignal[] = []
  for (const signal of signals) stored.push(await insertSignal(queries, signal))
  return stored
}

/** Inserts a signal. It uses written SQL, because it is this program's most frequent statement. */
export async function insertSignal(queries: Queries, signal: NewSignal): Promise<StoredSignal> {
  const kept = {
    source: 'signal-endpoint' as const,
    sourceId: signal.sourceId,
    sourceTokenId: signal.sourceTokenId ?? null,
    tokenName: signal.tokenName ?? null,
    payload: signal.payload,
    headers: signal.headers ?? {},
    createdAt: signal.createdAt,
    replayOf: signal.replayOf ?? null,
    sentByUserId: signal.sentByUserId ?? null,
    sentBy: signal.sentBy ?? null,
  }
  const { rows } = await sql<{ id: number; processed: boolean }>`
    insert into "signals" ("source", "source_id", "source_token_id", "token_name", "payload", "headers",
      "created_at", "processed", "outcome", "replay_of", "sent_by_user_id", "sent_by")
    select ${kept.source}, ${kept.sourceId}, ${kept.sourceTokenId}, ${kept.tokenName}, ${toJson(kept.payload)},
      ${toJson(kept.headers)}, ${kept.createdAt}, case when is_awaited then 0 else 1 end,
      case when is_awaited then 'waiting' end, ${kept.replayOf}, ${kept.sentByUserId}, ${kept.sentBy}
    from (select exists (select 1 from "action_sets" where "source_id" = ${kept.sourceId} and "enabled" = 1)
      as is_awaited) as action_set
    returning "id", "processed"`.execute(queries)
  const [row] = rows
  if (!row) throw new Error('the database answered no id for a signal')
  return { id: row.id, ...kept, processed: row.processed, outcome: row.processed ? null : 'waiting' }
}

export async function findSignal(queries: Queries, id: number): Promise<StoredSignal | undefined> {
  const row = await queries
    .selectFrom('signals')
    .select(SIGNAL_COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toStoredSignal(row)
}

/** Checks whether a signal of this id was ever received. No id is given twice. */
export async function hasBeenKept(queries: Queries, id: number): Promise<boolean> {
  const { rows } = await sql<{ last: number | null }>`select ${lastGivenId('signals')} as "last"`.execute(
    queries,
  )
  return id >= 1 && id <= (rows[0]?.last ?? 0)
}

/** A literal, so that the engine sees that the partial index answers it. */
const isUnprocessed = sql<boolean>`processed = 0`

/** Finds the oldest waiting signal after a given one. Its payload is not read, because it may be invalid. */
export async function findWaiting(queries: Queries, after: number): Promise<number | undefined> {
  const row = await queries
    .selectFrom('signals')
    .select('id')
    .where(isUnprocessed)
    .where('id', '>', after)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Reads the number of waiting signals, and the time of the oldest. */
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

/** The endpoint that a signal came to; its payload is not read. */
export async function findSourceOf(queries: Queries, id: number): Promise<number | undefined> {
  const row = await queries.selectFrom('signals').select('source_id').where('id', '=', id).executeTakeFirst()
  return row?.source_id
}

/**
 * Marks a signal as processed, with the result of its actions; null: no action set matched. Call it in the
 * transaction of the actions, and again if the result changes.
 */
export async function markProcessed(
  queries: Queries,
  id: number,
  outcome: SignalOutcome | null,
): Promise<void> {
  await queries.updateTable('signals').set({ processed: true, outcome }).where('id', '=', id).execute()
}
