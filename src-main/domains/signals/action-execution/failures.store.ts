import { sql, type ExpressionBuilder } from 'kysely'

import type { ActionSetEvent } from '#shared/signals/schemas/action.ts'
import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'
import type { Schema } from '#store/schema.ts'
import { toEvent } from './executions.store.ts'

/** An execution that failed, and that nobody has retried or dismissed. */
export interface Failure extends ActionSetEvent {
  project: string
  attempt: number
  requestedBy: string | null
}

export interface FailureFilter {
  projects: readonly string[]
  setId?: number | undefined
  signalId?: number | undefined
  ids?: readonly number[] | undefined
  /** None that came after this one. */
  upTo?: number | undefined
}

/** Literals, so that SQLite sees that the partial indexes answer it. */
const isUnresolved = sql<boolean>`"state" = 'failed' and "resolution" is null`

const matches =
  ({ projects, setId, signalId, ids, upTo }: FailureFilter) =>
  (eb: ExpressionBuilder<Schema, 'action_set_events'>) =>
    eb.and([
      isUnresolved,
      inList(eb.ref('project'), projects),
      ...(setId === undefined ? [] : [eb('action_set_id', '=', setId)]),
      ...(signalId === undefined ? [] : [eb('signal_id', '=', signalId)]),
      ...(ids === undefined ? [] : [inList(eb.ref('id'), ids)]),
      ...(upTo === undefined ? [] : [eb('id', '<=', upTo)]),
    ])

interface Page {
  order: 'asc' | 'desc'
  limit: number
  offset?: number
}

export async function readFailures(
  queries: Queries,
  filter: FailureFilter,
  { order, limit, offset = 0 }: Page,
): Promise<Failure[]> {
  // found by their ids: sorting whole rows reads what all of them did
  const page = queries
    .selectFrom('action_set_events')
    .select('id')
    .where(matches(filter))
    .orderBy('id', order)
    .limit(limit)
    .offset(offset)
  const rows = await queries
    .selectFrom('action_set_events')
    .selectAll()
    .where('id', 'in', () => page)
    .orderBy('id', order)
    .execute()
  return rows.map((row) => ({
    ...toEvent(row),
    project: row.project,
    attempt: row.attempt,
    requestedBy: row.requested_by,
  }))
}

export interface FailureCount {
  project: string
  actionSetId: number
  failures: number
}

/** Counts the failures of each set, of all projects, in an index that holds nothing else. */
export async function countFailures(queries: Queries): Promise<FailureCount[]> {
  return queries
    .selectFrom('action_set_events')
    .select((eb) => ['project', 'action_set_id as actionSetId', eb.fn.countAll<number>().as('failures')])
    .where(isUnresolved)
    .groupBy(['project', 'action_set_id'])
    .execute()
}

export async function countMatching(queries: Queries, filter: FailureFilter): Promise<number> {
  const { n } = await queries
    .selectFrom('action_set_events')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(matches(filter))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Notes how somebody dealt with failures; answers how many there were. */
export async function resolveFailures(
  queries: Queries,
  filter: FailureFilter,
  resolution: 'retried' | 'dismissed',
): Promise<number> {
  const { numUpdatedRows } = await queries
    .updateTable('action_set_events')
    .set({ resolution })
    .where(matches(filter))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** The number of the last attempt of a set at a signal. */
export async function readLastAttempt(
  queries: Queries,
  { signalId, actionSetId }: Pick<Failure, 'signalId' | 'actionSetId'>,
): Promise<number> {
  const { last } = await queries
    .selectFrom('action_set_events')
    .select((eb) => eb.fn.max<number | null>('attempt').as('last'))
    .where('signal_id', '=', signalId)
    .where('action_set_id', '=', actionSetId)
    .executeTakeFirstOrThrow()
  return last ?? 0
}
