import { groupRows } from '#store/group-rows.ts'
import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'

/** Reads the rows of some flags, as far as scenarios hold them: strategies of release plans are left out. */
export async function readFlagRows(queries: Queries, names: readonly string[]) {
  const flags = await queries
    .selectFrom('features')
    .select(['name', 'project', 'type', 'description', 'stale'])
    .select(['impression_data as impressionData', 'archived_at as archivedAt'])
    .where((eb) => inList(eb.ref('name'), names))
    .orderBy('name')
    .execute()
  const environments = await queries
    .selectFrom('feature_environments')
    .select(['feature_name', 'environment', 'enabled', 'variants'])
    .where((eb) => inList(eb.ref('feature_name'), names))
    .orderBy('environment')
    .execute()
  const strategies = await queries
    .selectFrom('feature_strategies')
    .select(['id', 'feature_name', 'environment', 'name', 'title', 'disabled'])
    .select(['constraints', 'parameters', 'variants'])
    .where((eb) => inList(eb.ref('feature_name'), names))
    .where('milestone_id', 'is', null)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  const segments = await queries
    .selectFrom('feature_strategy_segments')
    .innerJoin('feature_strategies', 'feature_strategies.id', 'feature_strategy_segments.strategy_id')
    .select(['strategy_id', 'segment_id'])
    .where((eb) => inList(eb.ref('feature_strategies.feature_name'), names))
    .execute()
  const tags = await queries
    .selectFrom('feature_tags')
    .select(['feature_name', 'tag_type', 'tag_value'])
    .where((eb) => inList(eb.ref('feature_name'), names))
    .orderBy('tag_type')
    .orderBy('tag_value')
    .execute()
  const links = await queries
    .selectFrom('feature_links')
    .select(['feature_name', 'url', 'title'])
    .where((eb) => inList(eb.ref('feature_name'), names))
    .orderBy('id')
    .execute()
  const parents = await queries
    .selectFrom('feature_dependencies')
    .select(['child', 'parent', 'enabled', 'variants'])
    .where((eb) => inList(eb.ref('child'), names))
    .orderBy('parent')
    .execute()
  return {
    flags,
    environments: groupRows(environments, (row) => row.feature_name),
    strategies: groupRows(strategies, (row) => row.feature_name),
    segments: groupRows(segments, (row) => row.strategy_id),
    tags: groupRows(tags, (row) => row.feature_name),
    links: groupRows(links, (row) => row.feature_name),
    parents: groupRows(parents, (row) => row.child),
  }
}
export type FlagRows = Awaited<ReturnType<typeof readFlagRows>>
