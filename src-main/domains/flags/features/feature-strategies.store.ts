import type { ListedStrategy, Strategy } from '#shared/flags/schemas/strategy.ts'
import { inFlagBatches } from '#store/flag-batches.ts'
import { groupRows } from '#store/group-rows.ts'
import { inList } from '#store/in-list.ts'
import { insertAll } from '#store/insert-all.ts'
import { fromJson, toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import type { FeatureStrategiesTable } from '#store/schema.ts'

/** A strategy with the place it stands in. */
export interface PlacedStrategy extends ListedStrategy {
  featureName: string
  environment: string
}

/**
 * Reads the strategies of flags, in every environment or one, each flag's in its order. Many flags are read in steps,
 * between which other requests are answered.
 */
export async function readStrategies(
  queries: Queries,
  { features, environment }: { features: readonly string[]; environment?: string },
): Promise<PlacedStrategy[]> {
  const strategies: PlacedStrategy[] = []
  for await (const names of inFlagBatches(features)) {
    const rows = await queries
      .selectFrom('feature_strategies')
      .selectAll()
      .where((eb) => inList(eb.ref('feature_name'), names))
      .$if(environment !== undefined, (q) => q.where('environment', '=', environment ?? ''))
      .orderBy('sort_order')
      .orderBy('id')
      .execute()
    strategies.push(...(await withSegments(queries, rows)))
  }
  return strategies
}

export async function findStrategy(queries: Queries, id: string): Promise<PlacedStrategy | undefined> {
  const rows = await queries.selectFrom('feature_strategies').selectAll().where('id', '=', id).execute()
  return (await withSegments(queries, rows))[0]
}

async function withSegments(queries: Queries, rows: FeatureStrategiesTable[]): Promise<PlacedStrategy[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const links = await queries
    .selectFrom('feature_strategy_segments')
    .select(['strategy_id', 'segment_id'])
    .where((eb) => inList(eb.ref('strategy_id'), ids))
    .orderBy('segment_id')
    .execute()
  const linksOf = groupRows(links, (link) => link.strategy_id)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    title: row.title,
    disabled: row.disabled,
    constraints: fromJson(row.constraints),
    parameters: fromJson(row.parameters),
    variants: fromJson(row.variants),
    sortOrder: row.sort_order,
    milestoneId: row.milestone_id,
    segments: (linksOf.get(row.id) ?? []).map((link) => link.segment_id),
    featureName: row.feature_name,
    environment: row.environment,
  }))
}

type Written = Pick<
  Strategy,
  'name' | 'title' | 'disabled' | 'constraints' | 'parameters' | 'variants' | 'sortOrder'
>

/** Returns the columns that every table of strategies has, of flags and of milestones. */
export const strategyColumns = (strategy: Written) => ({
  name: strategy.name,
  title: strategy.title,
  disabled: strategy.disabled,
  constraints: toJson(strategy.constraints),
  parameters: toJson(strategy.parameters),
  variants: toJson(strategy.variants),
  sort_order: strategy.sortOrder,
})

export async function insertStrategies(
  queries: Queries,
  strategies: readonly PlacedStrategy[],
  at: string,
): Promise<void> {
  await insertAll(
    queries,
    'feature_strategies',
    strategies.map((strategy) => ({
      id: strategy.id,
      feature_name: strategy.featureName,
      environment: strategy.environment,
      milestone_id: strategy.milestoneId,
      created_at: at,
      ...strategyColumns(strategy),
    })),
  )
  await insertSegmentLinks(queries, strategies)
}

export async function updateStrategyRow(queries: Queries, strategy: PlacedStrategy): Promise<void> {
  await queries
    .updateTable('feature_strategies')
    .set(strategyColumns(strategy))
    .where('id', '=', strategy.id)
    .execute()
  await queries.deleteFrom('feature_strategy_segments').where('strategy_id', '=', strategy.id).execute()
  await insertSegmentLinks(queries, [strategy])
}

export async function setSortOrder(queries: Queries, id: string, sortOrder: number): Promise<void> {
  await queries
    .updateTable('feature_strategies')
    .set({ sort_order: sortOrder })
    .where('id', '=', id)
    .execute()
}

export async function deleteStrategyRow(queries: Queries, id: string): Promise<void> {
  await queries.deleteFrom('feature_strategies').where('id', '=', id).execute()
}

async function insertSegmentLinks(
  queries: Queries,
  strategies: readonly Pick<PlacedStrategy, 'id' | 'segments'>[],
): Promise<void> {
  await insertAll(
    queries,
    'feature_strategy_segments',
    strategies.flatMap(({ id, segments }) =>
      [...new Set(segments)].map((segment) => ({ strategy_id: id, segment_id: segment })),
    ),
  )
}

/** Columns that say which strategy uses something, of `feature_strategies as strategy` with `features as feature`. */
export const STRATEGY_USE = [
  'strategy.id',
  'feature.project as projectId',
  'feature.name as featureName',
  'strategy.name as strategyName',
  'strategy.environment',
] as const
