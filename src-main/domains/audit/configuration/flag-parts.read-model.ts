import { FLAG_SETTINGS, flagPath, pick, STRATEGY_FIELDS } from '#shared/audit/undo/index.ts'
import type { ConfigurationParts, Path } from '#shared/audit/undo/index.ts'
import { groupRows } from '#store/group-rows.ts'
import { inList } from '#store/in-list.ts'
import { fromJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'

/** Adds all parts of some flags, as they are now. */
export async function addFlagParts(
  queries: Queries,
  names: readonly string[],
  parts: ConfigurationParts,
): Promise<void> {
  await addFlags(queries, names, parts)
  await addStrategies(queries, names, parts)
  await addRelations(queries, names, parts)
}

async function addFlags(
  queries: Queries,
  names: readonly string[],
  parts: ConfigurationParts,
): Promise<void> {
  const flags = await queries
    .selectFrom('features')
    .select(['name', 'project', 'type', 'description', 'stale'])
    .select(['impression_data as impressionData', 'created_at as createdAt'])
    .select(['created_by_user_id as createdByUserId', 'archived_at as archivedAt'])
    .where((eb) => inList(eb.ref('name'), names))
    .execute()
  for (const flag of flags) {
    parts.set(flagPath(flag.name), pick(flag, ['createdAt', 'createdByUserId']))
    parts.set(flagPath(flag.name, 'project'), flag.project)
    parts.set(flagPath(flag.name, 'settings'), pick(flag, FLAG_SETTINGS))
    parts.set(flagPath(flag.name, 'stale'), flag.stale)
    parts.set(flagPath(flag.name, 'archived'), flag.archivedAt !== null)
  }
  const environments = await queries
    .selectFrom('feature_environments')
    .select(['feature_name as flag', 'environment', 'enabled', 'variants'])
    .where((eb) => inList(eb.ref('feature_name'), names))
    .orderBy('environment')
    .execute()
  for (const { flag, environment, enabled, variants } of environments) {
    parts.set(flagPath(flag, 'env', environment, 'enabled'), enabled)
    parts.set(flagPath(flag, 'env', environment, 'variants'), fromJson(variants))
  }
}

async function addStrategies(
  queries: Queries,
  names: readonly string[],
  parts: ConfigurationParts,
): Promise<void> {
  const rows = await queries
    .selectFrom('feature_strategies')
    .selectAll()
    .where((eb) => inList(eb.ref('feature_name'), names))
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  const links = await queries
    .selectFrom('feature_strategy_segments')
    .select(['strategy_id', 'segment_id'])
    .where((eb) =>
      inList(
        eb.ref('strategy_id'),
        rows.map((row) => row.id),
      ),
    )
    .orderBy('segment_id')
    .execute()
  const segments = groupRows(links, (link) => link.strategy_id)
  for (const row of rows) {
    const path = flagPath(row.feature_name, 'env', row.environment, 'strategy', row.id)
    const strategy = {
      name: row.name,
      title: row.title,
      disabled: row.disabled,
      constraints: fromJson(row.constraints),
      parameters: fromJson(row.parameters),
      variants: fromJson(row.variants),
      segments: (segments.get(row.id) ?? []).map((link) => link.segment_id),
    }
    parts.set(path, pick(strategy, STRATEGY_FIELDS))
    parts.set([...path, 'place'], row.sort_order)
  }
}

async function addRelations(
  queries: Queries,
  names: readonly string[],
  parts: ConfigurationParts,
): Promise<void> {
  const tags = await queries
    .selectFrom('feature_tags')
    .selectAll()
    .where((eb) => inList(eb.ref('feature_name'), names))
    .orderBy('tag_type')
    .orderBy('tag_value')
    .execute()
  for (const tag of tags) parts.set(flagPath(tag.feature_name, 'tag', tag.tag_type, tag.tag_value), true)
  const links = await queries
    .selectFrom('feature_links')
    .select(['feature_name', 'id', 'url', 'title'])
    .where((eb) => inList(eb.ref('feature_name'), names))
    .orderBy('id')
    .execute()
  for (const { feature_name, id, url, title } of links)
    parts.set(flagPath(feature_name, 'link', id), { url, title })
  const parents = await queries
    .selectFrom('feature_dependencies')
    .select(['child', 'parent', 'enabled', 'variants'])
    .where((eb) => inList(eb.ref('child'), names))
    .orderBy('parent')
    .execute()
  for (const { child, parent, enabled, variants } of parents)
    parts.set(flagPath(child, 'parent', parent), { enabled, variants: fromJson(variants) })
}

/** Lists the flags of the instance, or of a project, archived ones included. */
export async function readFlagOwners(queries: Queries, project?: string): Promise<Path[]> {
  const flags = await queries
    .selectFrom('features')
    .select('name')
    .$if(project !== undefined, (some) => some.where('project', '=', project ?? ''))
    .execute()
  return flags.map(({ name }) => ['flag', name])
}
