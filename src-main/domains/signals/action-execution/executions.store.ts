import { sql, type Selectable } from 'kysely'

import type { ActionSetEvent, ExecutionState } from '#shared/signals/schemas/action.ts'
import type { ActionSetEventsTable } from '#store/action-schema.ts'
import { inList } from '#store/in-list.ts'
import { fromJson, toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import { readWithin, wholePage } from '#store/rows-within.ts'
import type { ActionStep } from './execution.ts'

type NewExecution = Omit<ActionSetEvent, 'id'> & {
  project: string
  attempt: number
  requestedBy: string | null
  writeId: string
  steps: readonly (ActionStep | null)[]
}

/** Keeps an execution; answers its number. */
export async function insertExecution(queries: Queries, one: NewExecution): Promise<number> {
  const { id } = await queries
    .insertInto('action_set_events')
    .values({
      action_set_id: one.actionSetId,
      signal_id: one.signalId,
      project: one.project,
      state: one.state,
      attempt: one.attempt,
      requested_by: one.requestedBy,
      signal: toJson(one.signal),
      action_set: toJson(one.actionSet),
      created_at: one.createdAt,
      write_id: one.writeId,
      steps: toJson(one.steps),
      switched: one.steps.reduce((sum, step) => sum + (step?.events ?? 0), 0),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const lengthOf = ({ signal, action_set: set }: { signal: string; action_set: string }) =>
  signal.length + set.length

/** Reads the executions of a project's action set, newest first, as many as fit into a page. */
export async function readExecutionsOf(
  queries: Queries,
  { project, setId, limit, offset }: { project: string; setId: number; limit: number; offset: number },
): Promise<ActionSetEvent[]> {
  const found = queries
    .selectFrom('action_set_events')
    .selectAll()
    .where('project', '=', project)
    .where('action_set_id', '=', setId)
    .orderBy('id', 'desc')
  const { rows } = await readWithin((part) => found.limit(part.limit).offset(part.offset).execute(), {
    ...wholePage(lengthOf),
    limit,
    offset,
  })
  return rows.map(toEvent)
}

/** Execution with where and when its actions were executed. */
export interface TracedExecution extends ActionSetEvent {
  project: string
  attempt: number
  requestedBy: string | null
  /** null: a former version executed it. */
  writeId: string | null
  /** By action; null: it was not executed in this attempt. */
  steps: (ActionStep | null)[]
}

/** Reads the executions that a signal started, in their order. */
export async function readExecutionsBy(queries: Queries, signalId: number): Promise<TracedExecution[]> {
  const rows = await queries
    .selectFrom('action_set_events')
    .selectAll()
    .where('signal_id', '=', signalId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...toEvent(row),
    project: row.project,
    attempt: row.attempt,
    requestedBy: row.requested_by,
    writeId: row.write_id,
    steps: row.steps === null ? [] : fromJson<(ActionStep | null)[]>(row.steps),
  }))
}

/** Reads the times of the last executions of a set, newest first, without their retries. An index alone answers it. */
export async function readLastTimes(queries: Queries, setId: number, most: number): Promise<string[]> {
  if (most === 0) return []
  const rows = await queries
    .selectFrom('action_set_events')
    .select('created_at')
    .where('action_set_id', '=', setId)
    // a literal, so that SQLite sees that the partial index answers it
    .where(sql<boolean>`"attempt" = 1`)
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => row.created_at)
}

/** Place of the events of an execution in the log. */
export interface SwitchingExecution {
  id: number
  writeId: string
  steps: (ActionStep | null)[]
}

/** Reads the executions of a set after one whose actions recorded events, newest first. */
export async function readSwitching(
  queries: Queries,
  { setId, after }: { setId: number; after: number },
  most: number,
): Promise<SwitchingExecution[]> {
  const rows = await queries
    .selectFrom('action_set_events')
    .select(['id', 'write_id', 'steps'])
    .where('action_set_id', '=', setId)
    .where('id', '>', after)
    .where(sql<boolean>`"switched" > 0`)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    writeId: row.write_id ?? '',
    steps: fromJson<(ActionStep | null)[]>(row.steps ?? '[]'),
  }))
}

export interface ExecutionCount {
  succeeded: number
  failed: number
  lastId: number
}

/** Counts the successes and failures of each action set of a project, and finds its last execution. */
export async function countExecutions(
  queries: Queries,
  project: string,
): Promise<Map<number, ExecutionCount>> {
  const rows = await queries
    .selectFrom('action_set_events')
    .select((eb) => [
      'action_set_id as setId',
      'state',
      eb.fn.countAll<number>().as('n'),
      eb.fn.max('id').as('lastId'),
    ])
    .where('project', '=', project)
    .groupBy(['action_set_id', 'state'])
    .execute()
  const counts = new Map<number, ExecutionCount>()
  for (const { setId, state, n, lastId } of rows) {
    const count = counts.get(setId) ?? { succeeded: 0, failed: 0, lastId: 0 }
    counts.set(setId, {
      succeeded: count.succeeded + (state === 'success' ? n : 0),
      failed: count.failed + (state === 'failed' ? n : 0),
      lastId: Math.max(count.lastId, lastId),
    })
  }
  return counts
}

export interface ExecutionLine {
  id: number
  signalId: number
  state: ExecutionState
  createdAt: string
}

/** Reads executions without their signals and action sets. */
export async function readExecutionLines(queries: Queries, ids: readonly number[]): Promise<ExecutionLine[]> {
  if (ids.length === 0) return []
  return queries
    .selectFrom('action_set_events')
    .select(['id', 'signal_id as signalId', 'state', 'created_at as createdAt'])
    .where((eb) => inList(eb.ref('id'), ids))
    .execute()
}

export function toEvent(row: Selectable<ActionSetEventsTable>): ActionSetEvent {
  return {
    id: row.id,
    actionSetId: row.action_set_id,
    signalId: row.signal_id,
    createdAt: row.created_at,
    state: row.state,
    signal: fromJson(row.signal),
    actionSet: fromJson(row.action_set),
  }
}

/** An execution of a project, whatever came of it. */
export async function findExecution(
  queries: Queries,
  project: string,
  id: number,
): Promise<ActionSetEvent | undefined> {
  const row = await queries
    .selectFrom('action_set_events')
    .selectAll()
    .where('project', '=', project)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toEvent(row)
}
