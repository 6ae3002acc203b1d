import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'

/** Failed execution that is executed again by itself at a time. */
export interface WaitingRetry {
  actionSetId: number
  executionId: number
  /** From 1 on. */
  retry: number
  dueAt: string
}

const COLUMNS = [
  'action_set_id as actionSetId',
  'execution_id as executionId',
  'retry',
  'due_at as dueAt',
] as const

/** Keeps the retry of a set. It has none yet: each execution of a set deletes the one that waits. */
export async function saveRetry(queries: Queries, one: WaitingRetry): Promise<void> {
  await queries
    .insertInto('action_retries')
    .values({
      action_set_id: one.actionSetId,
      execution_id: one.executionId,
      retry: one.retry,
      due_at: one.dueAt,
    })
    .execute()
}

/** Deletes the retry of a set that waits, if any. */
export async function deleteRetry(queries: Queries, actionSetId: number): Promise<void> {
  await queries.deleteFrom('action_retries').where('action_set_id', '=', actionSetId).execute()
}

export async function findRetry(queries: Queries, actionSetId: number): Promise<WaitingRetry | undefined> {
  return queries
    .selectFrom('action_retries')
    .select(COLUMNS)
    .where('action_set_id', '=', actionSetId)
    .executeTakeFirst()
}

/** Lists retries that are due, the oldest first, up to a limit. */
export async function readDueRetries(
  queries: Queries,
  { now, limit }: { now: Date; limit: number },
): Promise<WaitingRetry[]> {
  return queries
    .selectFrom('action_retries')
    .select(COLUMNS)
    .where('due_at', '<=', now.toISOString())
    .orderBy('due_at')
    .orderBy('action_set_id')
    .limit(limit)
    .execute()
}

/** Reads the times of the retries of some sets that wait, by the execution that failed. */
export async function readRetryTimes(
  queries: Queries,
  setIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await queries
    .selectFrom('action_retries')
    .select(COLUMNS)
    .where((eb) => inList(eb.ref('action_set_id'), setIds))
    .execute()
  return new Map(rows.map(({ executionId, dueAt }) => [executionId, dueAt]))
}
