import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'

/**
 * The flags that may come out differently when these flags or segments change: themselves, those whose strategies use a
 * segment, and the children of all of them. None that is archived.
 */
export async function readTouchedFlags(
  queries: Queries,
  { flags, segments }: { flags: readonly string[]; segments: readonly number[] },
): Promise<string[]> {
  const users = segments.length === 0 ? [] : await readFlagsWithSegments(queries, segments)
  const named = [...new Set([...flags, ...users])]
  const children = await queries
    .selectFrom('feature_dependencies')
    .innerJoin('features as f', 'f.name', 'feature_dependencies.child')
    .select('f.name')
    .distinct()
    .where((eb) => inList(eb.ref('parent'), named))
    .where('f.archived_at', 'is', null)
    .execute()
  return [...new Set([...named, ...children.map((row) => row.name)])]
}

async function readFlagsWithSegments(queries: Queries, segments: readonly number[]): Promise<string[]> {
  const rows = await queries
    .selectFrom('feature_strategy_segments as link')
    .innerJoin('feature_strategies as strategy', 'strategy.id', 'link.strategy_id')
    .innerJoin('features as f', 'f.name', 'strategy.feature_name')
    .select('f.name')
    .distinct()
    .where((eb) => inList(eb.ref('link.segment_id'), segments))
    .where('f.archived_at', 'is', null)
    .execute()
  return rows.map(({ name }) => name)
}
