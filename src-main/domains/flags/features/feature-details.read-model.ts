import type { ShownFeatureDetails } from '#shared/flags/schemas/feature.ts'
import { groupRows } from '#store/group-rows.ts'
import { fromJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import { countLastHour } from '../metrics/feature-metrics.read-model.ts'
import { readReleases } from '../milestones/releases.read-model.ts'
import { readStages } from './stages.store.ts'
import { readFlagTags } from '../tags/tags.store.ts'
import { type StoredFeature, toFeature } from './feature.ts'
import { readStrategies, type PlacedStrategy } from './feature-strategies.store.ts'
import { childrenOf } from './features.store.ts'
import { readPeople, readPerson } from './people.read-model.ts'

/**
 * A flag in full: its environments with strategies and last hour's counts, its parents and children (recorded
 * exchange flags/get).
 */
export async function readFeatureDetails(
  queries: Queries,
  now: Date,
  feature: StoredFeature,
  { withVariants, user }: { withVariants: boolean; user: number | undefined },
): Promise<ShownFeatureDetails> {
  const lifecycle = (await readStages(queries, [feature.name])).get(feature.name)?.at(-1)
  return {
    ...toFeature(feature),
    favorite: user !== undefined && (await isFavorite(queries, user, feature.name)),
    createdBy: await readPerson(queries, feature.createdByUserId),
    environments: await readEnvironments(queries, now, feature, withVariants),
    variants: [],
    dependencies: await readParents(queries, feature.name),
    children: await childrenOf(queries, feature.name),
    links: await readLinks(queries, feature.name),
    tags: (await readFlagTags(queries, [feature.name])).get(feature.name) ?? [],
    ...(lifecycle ? { lifecycle } : {}),
    collaborators: { users: await readCollaborators(queries, feature.name) },
  }
}

async function readEnvironments(
  queries: Queries,
  now: Date,
  feature: StoredFeature,
  withVariants: boolean,
): Promise<ShownFeatureDetails['environments']> {
  const { name } = feature
  const rows = await queries
    .selectFrom('feature_environments as fe')
    .innerJoin('environments as e', 'e.name', 'fe.environment')
    .select(['e.name', 'e.type', 'e.sort_order', 'fe.enabled', 'fe.variants', 'fe.last_seen_at'])
    .where('fe.feature_name', '=', name)
    .orderBy('e.sort_order')
    .orderBy('e.name')
    .execute()
  const strategiesOf = groupRows(
    await readStrategies(queries, { features: [name] }),
    (strategy) => strategy.environment,
  )
  const counts = await countLastHour(queries, now, name)
  const releases = await readReleases(queries, feature)
  return rows.map((row) => ({
    name: row.name,
    type: row.type,
    enabled: row.enabled,
    sortOrder: row.sort_order,
    lastSeenAt: row.last_seen_at,
    ...(counts.get(row.name) ?? { yes: 0, no: 0 }),
    strategies: (strategiesOf.get(row.name) ?? []).map(withoutPlace),
    ...(withVariants ? { variants: fromJson<unknown[]>(row.variants) } : {}),
    ...releases.get(row.name),
  }))
}

/** The contract's form of a strategy in a list: the place is the request's own. */
export function withoutPlace({ featureName: _f, environment: _e, ...strategy }: PlacedStrategy) {
  return strategy
}

async function readParents(queries: Queries, name: string): Promise<ShownFeatureDetails['dependencies']> {
  const rows = await queries
    .selectFrom('feature_dependencies')
    .select(['parent', 'enabled', 'variants'])
    .where('child', '=', name)
    .orderBy('parent')
    .execute()
  return rows.map((row) => ({ feature: row.parent, enabled: row.enabled, variants: fromJson(row.variants) }))
}

async function readLinks(queries: Queries, name: string): Promise<ShownFeatureDetails['links']> {
  return queries
    .selectFrom('feature_links')
    .select(['id', 'url', 'title', 'feature_name as feature'])
    .where('feature_name', '=', name)
    .orderBy('id')
    .execute()
}

async function isFavorite(queries: Queries, user: number, name: string): Promise<boolean> {
  const row = await queries
    .selectFrom('favorite_features')
    .select('user_id')
    .where('user_id', '=', user)
    .where('feature_name', '=', name)
    .executeTakeFirst()
  return row !== undefined
}

/** Everybody who has changed the flag, in the order of their first change. */
async function readCollaborators(
  queries: Queries,
  name: string,
): Promise<ShownFeatureDetails['createdBy'][]> {
  const rows = await queries
    .selectFrom('events')
    .select((eb) => ['created_by_user_id as id', eb.fn.min('id').as('first')])
    .where('feature_name', '=', name)
    .groupBy('created_by_user_id')
    .orderBy('first')
    .execute()
  const people = await readPeople(
    queries,
    rows.map((row) => row.id),
  )
  return [...people.values()]
}
