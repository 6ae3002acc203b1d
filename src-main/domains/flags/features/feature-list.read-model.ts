import type { FeatureListItem } from '#shared/flags/schemas/feature.ts'
import type { Queries } from '#store/queries.ts'
import { lastSeenOf, readListedEnvironments } from './listed-environments.read-model.ts'

export interface FeatureListFilter {
  /** `type:value`; a flag with any of them is listed. */
  tags?: { type: string; value: string }[]
  namePrefix?: string
  /** User whose favourites are marked. */
  user?: number
}

/** The flags of a project that are not archived, by name (recorded exchange flags/list-of-project). */
export async function listFeatures(
  queries: Queries,
  project: string,
  filter: FeatureListFilter,
): Promise<FeatureListItem[]> {
  const flags = await queries
    .selectFrom('features')
    .select(['name', 'type', 'description', 'stale', 'impression_data', 'created_at'])
    .where('project', '=', project)
    .where('archived_at', 'is', null)
    .orderBy('name')
    .execute()
  const tags = await readTags(queries, project)
  const environments = await readListedEnvironments(queries, { project })
  const favorites = await readFavorites(queries, filter.user)
  return flags
    .filter((flag) => filter.namePrefix === undefined || flag.name.startsWith(filter.namePrefix))
    .filter((flag) => hasAnyTag(tags.get(flag.name), filter.tags))
    .map((flag) => {
      const here = environments.get(flag.name) ?? []
      const tagged = tags.get(flag.name)
      return {
        name: flag.name,
        type: flag.type,
        description: flag.description,
        favorite: favorites.has(flag.name),
        createdAt: flag.created_at,
        stale: flag.stale,
        impressionData: flag.impression_data,
        lastSeenAt: lastSeenOf(here),
        ...(tagged ? { tags: tagged } : {}),
        environments: here,
      }
    })
}

async function readFavorites(queries: Queries, user: number | undefined): Promise<Set<string>> {
  if (user === undefined) return new Set()
  const rows = await queries
    .selectFrom('favorite_features')
    .select('feature_name')
    .where('user_id', '=', user)
    .execute()
  return new Set(rows.map((row) => row.feature_name))
}

type Tag = { type: string; value: string }

function hasAnyTag(tags: Tag[] | undefined, wanted: Tag[] | undefined): boolean {
  if (!wanted) return true
  return wanted.some((tag) => tags?.some((one) => one.type === tag.type && one.value === tag.value))
}

async function readTags(queries: Queries, project: string): Promise<Map<string, Tag[]>> {
  const rows = await queries
    .selectFrom('feature_tags')
    .innerJoin('features', 'features.name', 'feature_tags.feature_name')
    .select(['feature_name', 'tag_type', 'tag_value'])
    .where('features.project', '=', project)
    .orderBy('tag_type')
    .orderBy('tag_value')
    .execute()
  return groupBy(
    rows,
    (row) => row.feature_name,
    (row) => ({ type: row.tag_type, value: row.tag_value }),
  )
}

function groupBy<Row, Value>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  valueOf: (row: Row) => Value,
): Map<string, Value[]> {
  const groups = new Map<string, Value[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(valueOf(row))
    else groups.set(keyOf(row), [valueOf(row)])
  }
  return groups
}
