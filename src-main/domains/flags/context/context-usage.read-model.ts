import type { Constraint } from '#shared/flags/schemas/constraint.ts'
import type { SegmentStrategy } from '#shared/flags/schemas/segment.ts'
import { flagBatches } from '#store/flag-batches.ts'
import { inList } from '#store/in-list.ts'
import { fromJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import { STRATEGY_USE } from '../features/feature-strategies.store.ts'

/** A strategy, and a field that one of its constraints uses. */
type Use = SegmentStrategy & { field: string }

/** Fewer than usual: constraints are long texts, each of which is parsed. */
const FLAGS_AT_ONCE = 100

/** Every use of every field in the constraints of strategies, by flag and environment, those of some flags at a time. */
export async function* readContextUses(queries: Queries): AsyncGenerator<Use[]> {
  for await (const flags of flagBatches(queries, FLAGS_AT_ONCE)) yield await readUsesOf(queries, flags)
}

async function readUsesOf(queries: Queries, flags: readonly string[]): Promise<Use[]> {
  const rows = await queries
    .selectFrom('feature_strategies as strategy')
    .innerJoin('features as feature', 'feature.name', 'strategy.feature_name')
    .select([...STRATEGY_USE, 'strategy.constraints'])
    .where((eb) => inList(eb.ref('strategy.feature_name'), flags))
    .where('strategy.constraints', '!=', '[]')
    .orderBy('feature.name')
    .orderBy('strategy.environment')
    .orderBy('strategy.id')
    .execute()
  return rows.flatMap(({ constraints, ...strategy }) => {
    const fields = new Set(fromJson<Constraint[]>(constraints).map((one) => one.contextName))
    return [...fields].map((field) => ({ ...strategy, field }))
  })
}

/** The strategies whose constraints use a field, in all projects or one. */
export async function readStrategiesUsingField(
  queries: Queries,
  field: string,
  project?: string,
): Promise<SegmentStrategy[]> {
  const strategies: SegmentStrategy[] = []
  for await (const uses of readContextUses(queries))
    for (const { field: used, ...strategy } of uses)
      if (used === field && (project === undefined || strategy.projectId === project))
        strategies.push(strategy)
  return strategies
}
