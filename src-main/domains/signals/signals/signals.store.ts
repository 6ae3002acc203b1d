import { sql } from 'kysely'

import { lastGivenId } from '#store/engines/portable.ts'
import { inNumbers } from '#store/in-list.ts'
import { insertForIds } from '#store/insert-all.ts'
import { fromJson, toJson } from '#store/json.ts'
import { prepared } from '#store/prepared.ts'
import type { Queries } from '#store/queries.ts'
import type { SignalOutcome } from '#shared/signals/rules/index.ts'
import type { SignalHeaders } from '#shared/signals/schemas/signal.ts'
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
  'proof',
] as const

type SignalRow = Omit<StoredSignal, 'payload' | 'headers'> & { payload: string; headers: string }

export const toStoredSignal = (row: SignalRow): StoredSignal => ({
  ...row,
  payload: fromJson<unknown>(row.payload),
  headers: fromJson<SignalHeaders>(row.headers),
})

/** Characters of payload up to which signals are one statement: longer ones cost more as JSON within JSON. */
const MAX_TOGETHER = 256 * 1024

/** Keeps signals, in their order. They wait for the actions where a set listens; elsewhere they count as processed. */
export async function insertSignals(
  queries: Queries,
  signals: readonly NewSignal[],
): Promise<StoredSignal[]> {
  const rows = signals.map(toRow)
  if (rows.length === 1 || sumOf(rows) > MAX_TOGETHER) {
    const stored: StoredSignal[] = []
    for (const signal of signals) stored.push(await insertSignal(queries, signal))
    return stored
  }
  const awaited = await readAwaitedSources(queries, rows)
  const complete = rows.map((row) => ({ ...row, ...toOutcome(awaited.has(row.source_id)) }))
  const ids = await insertForIds(
    queries,
    'signals',
    complete.every(isFromSender) ? complete.map(short) : complete,
  )
  return signals.map((signal, index) => toStored(signal, ids[index], awaited.has(signal.sourceId)))
}

type WholeRow = SignalDraft & ReturnType<typeof toOutcome>

/** Checks that a signal came from a sender: it has nothing in the columns that only replays and people fill. */
const isFromSender = ({ replay_of, sent_by_user_id, sent_by }: WholeRow) =>
  replay_of === null && sent_by_user_id === null && sent_by === null

/** Row without these columns: the engine reads each from JSON. */
const short = ({ replay_of: _of, sent_by_user_id: _user, sent_by: _by, ...row }: WholeRow) => row

/** Inserts a signal. */
export async function insertSignal(queries: Queries, signal: NewSignal): Promise<StoredSignal> {
  const [inserted] = (await insertSignalRow(queries, toRow(signal))).rows
  return toStored(signal, inserted?.id, inserted?.processed === false)
}

const toRow = (signal: NewSignal) => ({
  source: 'signal-endpoint' as const,
  source_id: signal.sourceId,
  source_token_id: signal.sourceTokenId ?? null,
  token_name: signal.tokenName ?? null,
  payload: toJson(signal.payload),
  headers: toJson(signal.headers ?? {}),
  created_at: signal.createdAt,
  replay_of: signal.replayOf ?? null,
  sent_by_user_id: signal.sentByUserId ?? null,
  sent_by: signal.sentBy ?? null,
  proof: signal.proof ?? null,
})
type SignalDraft = ReturnType<typeof toRow>

const sumOf = (rows: readonly SignalDraft[]) => rows.reduce((sum, { payload }) => sum + payload.length, 0)

const toOutcome = (isAwaited: boolean) => ({
  processed: !isAwaited,
  outcome: isAwaited ? ('waiting' as const) : null,
})

function toStored(signal: NewSignal, id: number | undefined, isAwaited: boolean): StoredSignal {
  if (id === undefined) throw new Error('the database answered no id for a signal')
  return {
    id,
    source: 'signal-endpoint',
    sourceId: signal.sourceId,
    sourceTokenId: signal.sourceTokenId ?? null,
    tokenName: signal.tokenName ?? null,
    payload: signal.payload,
    headers: signal.headers ?? {},
    createdAt: signal.createdAt,
    ...toOutcome(isAwaited),
    replayOf: signal.replayOf ?? null,
    sentByUserId: signal.sentByUserId ?? null,
    sentBy: signal.sentBy ?? null,
    proof: signal.proof ?? null,
  }
}

/** Reads which of the sources an action set listens to. */
async function readAwaitedSources(queries: Queries, rows: readonly SignalDraft[]): Promise<Set<number>> {
  const sources = JSON.stringify([...new Set(rows.map(({ source_id: id }) => id))])
  const { rows: sets } = await selectAwaitedSources(queries, { sources })
  return new Set(sets.map(({ source_id: id }) => id))
}

/** Prepared, as each batch of signals asks it. */
const selectAwaitedSources = prepared((queries, { sources }: { sources: string }) =>
  queries
    .selectFrom('action_sets')
    .select('source_id')
    .distinct()
    .where('enabled', '=', true)
    .where((eb) => inNumbers(eb.ref('source_id'), sources)),
)

/** Prepared, because it is this program's most frequent statement. */
const insertSignalRow = prepared((queries, row: SignalDraft) => ({
  compile: () =>
    sql<{ id: number; processed: boolean }>`
      insert into "signals" ("source", "source_id", "source_token_id", "token_name", "payload", "headers",
        "created_at", "processed", "outcome", "replay_of", "sent_by_user_id", "sent_by",
        "proof")
      select ${row.source}, ${row.source_id}, ${row.source_token_id}, ${row.token_name}, ${row.payload},
        ${row.headers}, ${row.created_at}, case when is_awaited then 0 else 1 end,
        case when is_awaited then 'waiting' end, ${row.replay_of}, ${row.sent_by_user_id}, ${row.sent_by},
        ${row.proof}
      from (select exists (select 1 from "action_sets" where "source_id" = ${row.source_id} and "enabled" = 1)
        as is_awaited) as action_set
      returning "id", "processed"`.compile(queries),
}))

export async function findSignal(queries: Queries, id: number): Promise<StoredSignal | undefined> {
  const row = await queries
    .selectFrom('signals')
    .select(SIGNAL_COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toStoredSignal(row)
}

/** Checks whether a signal of this id was ever received. No id is given twice. */
export async function wasReceived(queries: Queries, id: number): Promise<boolean> {
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
