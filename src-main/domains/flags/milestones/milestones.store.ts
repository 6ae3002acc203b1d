import type { Selectable } from 'kysely'

import { inList } from '#store/in-list.ts'
import { insertAll } from '#store/insert-all.ts'
import { fromJson } from '#store/json.ts'
import { groupRows } from '#store/group-rows.ts'
import type { Queries } from '#store/queries.ts'
import type { ReleasePlanDefinitionsTable } from '#store/release-plan-schema.ts'
import { strategyColumns } from '../features/feature-strategies.store.ts'
import type { StoredMilestone, StoredMilestoneStrategy } from './milestone.ts'

/** Adds to the rows of templates or plans the properties that both have, with their milestones. */
export async function withMilestones<
  Row extends Pick<
    Selectable<ReleasePlanDefinitionsTable>,
    'id' | 'name' | 'description' | 'created_by_user_id' | 'created_at'
  >,
>(queries: Queries, rows: readonly Row[]) {
  const milestones = await readMilestones(queries, rows)
  return rows.map((row) => ({
    row,
    definition: {
      id: row.id,
      name: row.name,
      description: row.description,
      createdByUserId: row.created_by_user_id,
      createdAt: row.created_at,
      milestones: milestones.get(row.id) ?? [],
    },
  }))
}

/** The milestones of templates or plans by the id of each, in their order, with their strategies in theirs. */
async function readMilestones(
  queries: Queries,
  definitions: readonly { id: string }[],
): Promise<Map<string, StoredMilestone[]>> {
  if (definitions.length === 0) return new Map()
  const rows = await queries
    .selectFrom('milestones')
    .selectAll()
    .where((eb) =>
      inList(
        eb.ref('definition_id'),
        definitions.map(({ id }) => id),
      ),
    )
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  const strategies = groupRows(
    await readMilestoneStrategies(
      queries,
      rows.map((row) => row.id),
    ),
    (one) => one.milestoneId,
  )
  const milestones = rows.map((row) => ({
    id: row.id,
    definitionId: row.definition_id,
    name: row.name,
    sortOrder: row.sort_order,
    intervalMinutes: row.interval_minutes,
    startedAt: row.started_at,
    pausedAt: row.paused_at,
    progressionExecutedAt: row.progression_executed_at,
    heldSince: row.held_since,
    heldMs: row.held_ms,
    strategies: strategies.get(row.id) ?? [],
  }))
  return groupRows(milestones, (one) => one.definitionId)
}

async function readMilestoneStrategies(
  queries: Queries,
  milestones: readonly string[],
): Promise<StoredMilestoneStrategy[]> {
  if (milestones.length === 0) return []
  const rows = await queries
    .selectFrom('milestone_strategies')
    .selectAll()
    .where((eb) => inList(eb.ref('milestone_id'), milestones))
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  const links = groupRows(
    await queries
      .selectFrom('milestone_strategy_segments as link')
      .innerJoin('milestone_strategies as strategy', 'strategy.id', 'link.milestone_strategy_id')
      .select(['link.milestone_strategy_id as strategy', 'link.segment_id as segment'])
      .where((eb) => inList(eb.ref('strategy.milestone_id'), milestones))
      .orderBy('link.segment_id')
      .execute(),
    (link) => link.strategy,
  )
  return rows.map((row) => ({
    id: row.id,
    milestoneId: row.milestone_id,
    sortOrder: row.sort_order,
    title: row.title,
    disabled: row.disabled,
    name: row.name,
    parameters: fromJson(row.parameters),
    constraints: fromJson(row.constraints),
    variants: fromJson(row.variants),
    segments: (links.get(row.id) ?? []).map((link) => link.segment),
  }))
}

/** Makes these the milestones of a template or plan; those that are no longer among them go. */
export async function replaceMilestones(
  queries: Queries,
  definition: string,
  milestones: readonly StoredMilestone[],
): Promise<void> {
  await queries.deleteFrom('milestones').where('definition_id', '=', definition).execute()
  for (const milestone of milestones) await insertMilestone(queries, milestone)
}

async function insertMilestone(queries: Queries, milestone: StoredMilestone): Promise<void> {
  await queries
    .insertInto('milestones')
    .values({ id: milestone.id, definition_id: milestone.definitionId, ...columnsOf(milestone) })
    .execute()
  for (const strategy of milestone.strategies) await insertMilestoneStrategy(queries, strategy)
}

/** Writes all of a milestone but its strategies. */
export async function updateMilestoneRow(queries: Queries, milestone: StoredMilestone): Promise<void> {
  await queries.updateTable('milestones').set(columnsOf(milestone)).where('id', '=', milestone.id).execute()
}

async function insertMilestoneStrategy(queries: Queries, strategy: StoredMilestoneStrategy): Promise<void> {
  await queries
    .insertInto('milestone_strategies')
    .values({
      id: strategy.id,
      milestone_id: strategy.milestoneId,
      ...strategyColumns(strategy),
    })
    .execute()
  const segments = [...new Set(strategy.segments)]
  await insertAll(
    queries,
    'milestone_strategy_segments',
    segments.map((segment) => ({ milestone_strategy_id: strategy.id, segment_id: segment })),
  )
}

/** Puts a strategy of a milestone in the place of the one of its id; without a `sortOrder` it stands where it stood. */
export async function replaceMilestoneStrategy(
  queries: Queries,
  strategy: Omit<StoredMilestoneStrategy, 'sortOrder'> & { sortOrder?: number },
): Promise<void> {
  const { id, sortOrder } = strategy
  const former = await queries
    .deleteFrom('milestone_strategies')
    .where('id', '=', id)
    .returning('sort_order')
    .executeTakeFirst()
  await insertMilestoneStrategy(queries, { ...strategy, sortOrder: sortOrder ?? former?.sort_order ?? 0 })
}

function columnsOf(milestone: StoredMilestone) {
  return {
    name: milestone.name,
    sort_order: milestone.sortOrder,
    interval_minutes: milestone.intervalMinutes,
    started_at: milestone.startedAt,
    paused_at: milestone.pausedAt,
    progression_executed_at: milestone.progressionExecutedAt,
    held_since: milestone.heldSince,
    held_ms: milestone.heldMs,
  }
}
