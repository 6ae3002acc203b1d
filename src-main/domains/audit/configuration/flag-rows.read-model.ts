import type { Path } from '#shared/audit/undo/index.ts'
import { groupRows } from '#store/group-rows.ts'
import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'

/** Reads the rows of some flags in all tables that belong to their configuration. */
export async function readFlagRows(queries: Queries, names: readonly string[]) {
  const flags = await queries
    .selectFrom('features')
    .select(['name', 'project', 'type', 'description', 'stale'])
    .select(['impression_data as impressionData', 'created_at as createdAt'])
    .select(['created_by_user_id as createdByUserId', 'archived_at as archivedAt'])
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
    .select(['constraints', 'parameters', 'variants', 'sort_order', 'milestone_id'])
    .where((eb) => inList(eb.ref('feature_name'), names))
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  const segments = await queries
    .selectFrom('feature_strategy_segments')
    .innerJoin('feature_strategies', 'feature_strategies.id', 'feature_strategy_segments.strategy_id')
    .select(['strategy_id', 'segment_id'])
    .where((eb) => inList(eb.ref('feature_strategies.feature_name'), names))
    .orderBy('segment_id')
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
    .select(['feature_name', 'id', 'url', 'title'])
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

/** Lists the flags of the instance, or of a project, archived ones included. */
export async function readFlagOwners(queries: Queries, project?: string): Promise<Path[]> {
  const flags = await queries
    .selectFrom('features')
    .select('name')
    .$if(project !== undefined, (some) => some.where('project', '=', project ?? ''))
    .execute()
  return flags.map(({ name }) => ['flag', name])
}
