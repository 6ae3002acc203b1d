import type { Selectable } from 'kysely'

import { groupRows } from '#store/group-rows.ts'
import { inList } from '#store/in-list.ts'
import { insertAll } from '#store/insert-all.ts'
import { fromJson, toJson } from '#store/json.ts'
import type { ActionSetActionsTable, ActionSetsTable } from '#store/action-schema.ts'
import type { Queries } from '#store/queries.ts'
import { notFound } from '#kernel/app-error.ts'
import { ActionRules } from '#shared/signals/schemas/action-rules.ts'
import type { ActionSetDraft, StoredAction, StoredActionSet } from './action-set.ts'

export interface ActionSetFilter {
  id?: number
  project?: string
  sourceId?: number
  actorId?: number
  enabled?: boolean
}

/** The action sets that fit, oldest first: that is also the order in which they are executed. */
export async function readActionSets(queries: Queries, filter: ActionSetFilter): Promise<StoredActionSet[]> {
  let sets = queries.selectFrom('action_sets').selectAll().orderBy('id')
  if (filter.id !== undefined) sets = sets.where('id', '=', filter.id)
  if (filter.project !== undefined) sets = sets.where('project', '=', filter.project)
  if (filter.sourceId !== undefined) sets = sets.where('source_id', '=', filter.sourceId)
  if (filter.actorId !== undefined) sets = sets.where('actor_id', '=', filter.actorId)
  if (filter.enabled !== undefined) sets = sets.where('enabled', '=', filter.enabled)
  const rows = await sets.execute()
  if (rows.length === 0) return []
  const actions = await queries
    .selectFrom('action_set_actions')
    .selectAll()
    .where((eb) =>
      inList(
        eb.ref('action_set_id'),
        rows.map((row) => row.id),
      ),
    )
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  const actionsOf = groupRows(actions, (row) => row.action_set_id)
  return rows.map((row) => toStored(row, actionsOf.get(row.id) ?? []))
}

/** Finds an action set of a project; else 404. */
export async function requireActionSet(
  queries: Queries,
  project: string,
  id: number,
): Promise<StoredActionSet> {
  const [set] = await readActionSets(queries, { id, project })
  if (!set) throw notFound(`Could not find action set with id ${id}`)
  return set
}

export async function insertActionSet(queries: Queries, set: ActionSetDraft): Promise<number> {
  const { id } = await queries
    .insertInto('action_sets')
    .values({
      ...columnsOf(set),
      project: set.project,
      created_by_user_id: set.createdByUserId,
      created_at: set.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Writes everything but the actions and the rules. */
export async function saveActionSet(
  queries: Queries,
  set: ActionSetDraft & Pick<StoredActionSet, 'id'>,
): Promise<void> {
  await queries.updateTable('action_sets').set(columnsOf(set)).where('id', '=', set.id).execute()
}

/** Writes the rules of a set. */
export async function saveActionRules(queries: Queries, id: number, rules: ActionRules): Promise<void> {
  await queries
    .updateTable('action_sets')
    .set({ rules: toJson(rules) })
    .where('id', '=', id)
    .execute()
}

/** Notes that a reset has dealt with the executions up to one. */
export async function saveResetUpTo(queries: Queries, id: number, executionId: number): Promise<void> {
  await queries.updateTable('action_sets').set({ reset_up_to: executionId }).where('id', '=', id).execute()
}

/** Puts these actions in the place of those that the set has. */
export async function replaceActions(
  queries: Queries,
  setId: number,
  actions: readonly Omit<StoredAction, 'id'>[],
): Promise<void> {
  await queries.deleteFrom('action_set_actions').where('action_set_id', '=', setId).execute()
  await insertAll(
    queries,
    'action_set_actions',
    actions.map((one) => ({
      action_set_id: setId,
      sort_order: one.sortOrder,
      action: one.action,
      execution_params: toJson(one.executionParams),
      created_by_user_id: one.createdByUserId,
      created_at: one.createdAt,
    })),
  )
}

export async function deleteActionSetRow(queries: Queries, id: number): Promise<void> {
  await queries.deleteFrom('action_sets').where('id', '=', id).execute()
}

/** Rules of a set without any of its own. */
export const DEFAULT_RULES: ActionRules = ActionRules.parse({})

function columnsOf(set: ActionSetDraft) {
  return {
    name: set.name,
    description: set.description,
    enabled: set.enabled,
    source: set.source,
    source_id: set.sourceId,
    filters: toJson(set.filters),
    actor_id: set.actorId,
    listens_after: set.listensAfter,
  }
}

function toStored(
  row: Selectable<ActionSetsTable>,
  actions: readonly Selectable<ActionSetActionsTable>[],
): StoredActionSet {
  return {
    id: row.id,
    project: row.project,
    name: row.name,
    description: row.description,
    enabled: row.enabled,
    source: row.source,
    sourceId: row.source_id,
    filters: fromJson(row.filters),
    actorId: row.actor_id,
    createdByUserId: row.created_by_user_id,
    createdAt: row.created_at,
    listensAfter: row.listens_after,
    rules:
      row.rules === null ? DEFAULT_RULES : { ...DEFAULT_RULES, ...fromJson<Partial<ActionRules>>(row.rules) },
    resetUpTo: row.reset_up_to,
    actions: actions.map((one) => ({
      id: one.id,
      sortOrder: one.sort_order,
      action: one.action,
      executionParams: fromJson(one.execution_params),
      createdByUserId: one.created_by_user_id,
      createdAt: one.created_at,
    })),
  }
}
