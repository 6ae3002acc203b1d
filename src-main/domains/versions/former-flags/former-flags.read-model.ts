import type { FormerFlag } from '#shared/versions/schemas/former-flag.ts'
import { inList } from '#store/in-list.ts'
import { fromJson } from '#store/json.ts'
import { groupRows } from '#store/group-rows.ts'
import type { Queries } from '#store/queries.ts'
import { readStrategies } from '#domains/flags/features/feature-strategies.store.ts'
import { withoutPlace } from '#domains/flags/features/feature-details.read-model.ts'
import { readFlagTags } from '#domains/flags/tags/tags.store.ts'

/** Any of the tags and any of the projects will do. */
export interface FormerFlagFilter {
  name?: string
  tags?: readonly { type: string; value: string }[]
  projects?: readonly string[]
  namePrefix?: string
}

/** The flags that are not archived, by name, as they are in one environment; off where their project does not have it. */
export async function readFormerFlags(
  queries: Queries,
  environment: string | undefined,
  { name, tags, projects, namePrefix }: FormerFlagFilter = {},
): Promise<FormerFlag[]> {
  const rows = await queries
    .selectFrom('features as f')
    .leftJoin('feature_environments as fe', (join) =>
      join.onRef('fe.feature_name', '=', 'f.name').on('fe.environment', '=', environment ?? ''),
    )
    .select([
      'f.name',
      'f.description',
      'f.type',
      'f.project',
      'f.stale',
      'f.impression_data',
      'f.created_at',
      'fe.enabled',
      'fe.variants',
      'fe.last_seen_at',
    ])
    .where('f.archived_at', 'is', null)
    .$if(name !== undefined, (q) => q.where('f.name', '=', name ?? ''))
    .$if(projects !== undefined, (q) => q.where((eb) => inList(eb.ref('f.project'), projects ?? [])))
    .orderBy('f.name')
    .execute()
  const found = rows.filter((row) => namePrefix === undefined || row.name.startsWith(namePrefix))
  const names = found.map((row) => row.name)
  const tagsOf = await readFlagTags(queries, names)
  const strategiesOf = groupRows(
    await readStrategies(queries, { features: names, environment: environment ?? '' }),
    (one) => one.featureName,
  )
  const isTagged = (flag: string) =>
    !tags ||
    tags.some((tag) => tagsOf.get(flag)?.some((one) => one.type === tag.type && one.value === tag.value))
  return found
    .filter((row) => isTagged(row.name))
    .map((row) => ({
      name: row.name,
      description: row.description,
      type: row.type,
      project: row.project,
      enabled: row.enabled ?? false,
      stale: row.stale,
      impressionData: row.impression_data,
      strategies: (strategiesOf.get(row.name) ?? []).map(withoutPlace).map(withoutMilestone),
      variants: row.variants === null ? [] : fromJson<FormerFlag['variants']>(row.variants),
      tags: tagsOf.get(row.name) ?? [],
      createdAt: row.created_at,
      lastSeenAt: row.last_seen_at,
    }))
}

/** Versions with flags of this form knew no release plans. */
function withoutMilestone({
  milestoneId: _m,
  ...strategy
}: ReturnType<typeof withoutPlace>): FormerFlag['strategies'][number] {
  return strategy
}
