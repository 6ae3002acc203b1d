import { AppError, notFound } from '#kernel/app-error.ts'
import { inBatches } from '#store/in-batches.ts'
import { inList, inTexts } from '#store/in-list.ts'
import { insertAll } from '#store/insert-all.ts'
import { prepared } from '#store/prepared.ts'
import type { Queries } from '#store/queries.ts'
import type { StoredFeature } from './feature.ts'
import type { FeatureTypeRecord } from '#shared/flags/contract/feature-types.ts'

/** At the limits a flag takes 30 strategies along, with their segments. */
const DELETED_AT_ONCE = 25

/** The flag of a name, archived or not: names are unique over the whole instance. */
export async function findFeature(queries: Queries, name: string): Promise<StoredFeature | undefined> {
  return (await findFeatures(queries, [name]))[0]
}

/** The flags of these names, archived or not, by name; names that no flag has are passed over. */
export async function findFeatures(queries: Queries, names: readonly string[]): Promise<StoredFeature[]> {
  if (names.length === 0) return []
  return (await selectFeatures(queries, { names: JSON.stringify(names) })).rows
}

const selectFeatures = prepared((queries, { names }: { names: string }) =>
  queries
    .selectFrom('features')
    .select((eb) => [
      'name',
      'project',
      'type',
      'description',
      'stale',
      'impression_data as impressionData',
      'created_at as createdAt',
      'created_by_user_id as createdByUserId',
      'archived_at as archivedAt',
      eb
        .selectFrom('feature_environments')
        .select((inner) => inner.fn.max('last_seen_at').as('at'))
        .whereRef('feature_name', '=', 'features.name')
        .as('lastSeenAt'),
    ])
    .where((eb) => inTexts(eb.ref('name'), names))
    .orderBy('name'),
)

/**
 * Finds a flag of a project, archived or not. Throws 404 otherwise, naming the project that has the flag
 * (recorded exchanges flags/get-unknown and flags/get-in-wrong-project).
 */
export async function requireFeature(
  queries: Queries,
  project: string,
  name: string,
): Promise<StoredFeature> {
  const feature = await findFeature(queries, name)
  if (!feature) throw notFound(`There's no feature named "${name}" in project "${project}".`)
  if (feature.project !== project) {
    throw notFound(
      `There's no feature named "${name}" in project "${project}", but there's a feature with that name in project "${feature.project}"`,
    )
  }
  return feature
}

/** Finds a flag to change. Archived flags cannot be changed. */
export async function requireActiveFeature(
  queries: Queries,
  project: string,
  name: string,
): Promise<StoredFeature> {
  const feature = await requireFeature(queries, project, name)
  if (feature.archivedAt !== null) {
    throw new AppError('ArchivedFeatureError', 'Cannot perform this operation on archived features')
  }
  return feature
}

export async function insertFeatures(
  queries: Queries,
  features: readonly StoredFeature[],
  environments: readonly string[],
): Promise<void> {
  await insertAll(
    queries,
    'features',
    features.map((feature) => ({
      name: feature.name,
      project: feature.project,
      type: feature.type,
      description: feature.description,
      stale: feature.stale,
      impression_data: feature.impressionData,
      created_at: feature.createdAt,
      created_by_user_id: feature.createdByUserId,
      archived_at: null,
    })),
  )
  await insertAll(
    queries,
    'feature_environments',
    features.flatMap(({ name }) =>
      environments.map((environment) => ({
        feature_name: name,
        environment,
        enabled: false,
        variants: '[]',
        last_seen_at: null,
      })),
    ),
  )
}

export async function updateFeatureRow(
  queries: Queries,
  name: string,
  change: Pick<StoredFeature, 'description' | 'type' | 'stale' | 'impressionData'>,
): Promise<void> {
  await queries
    .updateTable('features')
    .set({
      description: change.description,
      type: change.type,
      stale: change.stale,
      impression_data: change.impressionData,
    })
    .where('name', '=', name)
    .execute()
}

/** Archives flags, and deletes their dependencies on parents. */
export async function archiveFeatureRows(
  queries: Queries,
  flags: readonly string[],
  at: string,
): Promise<void> {
  await inBatches(flags, async (names) => {
    await queries
      .updateTable('features')
      .set({ archived_at: at })
      .where((eb) => inList(eb.ref('name'), names))
      .execute()
    await queries
      .deleteFrom('feature_dependencies')
      .where((eb) => inList(eb.ref('child'), names))
      .execute()
  })
}

/** Revives flags. They are disabled in every environment. */
export async function reviveFeatureRows(queries: Queries, flags: readonly string[]): Promise<void> {
  await inBatches(flags, async (names) => {
    await queries
      .updateTable('features')
      .set({ archived_at: null })
      .where((eb) => inList(eb.ref('name'), names))
      .execute()
    await queries
      .updateTable('feature_environments')
      .set({ enabled: false })
      .where((eb) => inList(eb.ref('feature_name'), names))
      .execute()
  })
}

/** Deletes flags with all their data. */
export async function deleteFeatureRows(queries: Queries, flags: readonly string[]): Promise<void> {
  await inBatches(
    flags,
    (names) =>
      queries
        .deleteFrom('features')
        .where((eb) => inList(eb.ref('name'), names))
        .execute(),
    DELETED_AT_ONCE,
  )
}

/** Finds the given flags that have unarchived children outside the given flags. */
export async function orphaningParents(queries: Queries, names: readonly string[]): Promise<string[]> {
  const rows = await queries
    .selectFrom('feature_dependencies')
    .innerJoin('features', 'features.name', 'feature_dependencies.child')
    .select(['parent', 'child'])
    .where('features.archived_at', 'is', null)
    .where((eb) => inList(eb.ref('parent'), names))
    .execute()
  const known = new Set(names)
  const orphaning = new Set(rows.filter(({ child }) => !known.has(child)).map(({ parent }) => parent))
  return names.filter((name) => orphaning.has(name))
}

/** Checks whether any of the flags is the parent or the child of another. */
export async function haveDependencies(queries: Queries, names: readonly string[]): Promise<boolean> {
  if (names.length === 0) return false
  const row = await queries
    .selectFrom('feature_dependencies')
    .select('child')
    .where((eb) => eb.or([inList(eb.ref('child'), names), inList(eb.ref('parent'), names)]))
    .executeTakeFirst()
  return row !== undefined
}

/** Copies the parents of another flag to a flag. */
export async function copyParents(queries: Queries, from: string, to: string): Promise<void> {
  const rows = await queries
    .selectFrom('feature_dependencies')
    .selectAll()
    .where('child', '=', from)
    .execute()
  await insertAll(
    queries,
    'feature_dependencies',
    rows.map((row) => ({ ...row, child: to })),
  )
}

/** Reads the unarchived flags that depend on a flag. */
export async function childrenOf(queries: Queries, name: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('feature_dependencies')
    .innerJoin('features', 'features.name', 'feature_dependencies.child')
    .select('child')
    .where('parent', '=', name)
    .where('features.archived_at', 'is', null)
    .orderBy('child')
    .execute()
  return rows.map((row) => row.child)
}

/** Flags that are not archived: of a project, or of all. */
export async function countActiveFeatures(queries: Queries, project?: string): Promise<number> {
  const counted = project === undefined ? countAll(queries, {}) : countInProject(queries, { project })
  return Number((await counted).rows[0]?.count)
}

const active = (queries: Queries) =>
  queries
    .selectFrom('features')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('archived_at', 'is', null)

const countAll = prepared(active)
const countInProject = prepared((queries, { project }: { project: string }) =>
  active(queries).where('project', '=', project),
)

/** Moves a flag to another project. Its environment settings stay. */
export async function setProject(queries: Queries, name: string, project: string): Promise<void> {
  await queries.updateTable('features').set({ project }).where('name', '=', name).execute()
}

const COLUMNS = ['id', 'name', 'description', 'lifetime_days as lifetimeDays'] as const

export async function readFeatureTypes(queries: Queries): Promise<FeatureTypeRecord[]> {
  return queries.selectFrom('feature_types').select(COLUMNS).orderBy('sort_order').execute()
}

export async function findFeatureType(queries: Queries, id: string): Promise<FeatureTypeRecord | undefined> {
  return queries.selectFrom('feature_types').select(COLUMNS).where('id', '=', id).executeTakeFirst()
}

export async function setLifetime(queries: Queries, id: string, days: number | null): Promise<void> {
  await queries.updateTable('feature_types').set({ lifetime_days: days }).where('id', '=', id).execute()
}
