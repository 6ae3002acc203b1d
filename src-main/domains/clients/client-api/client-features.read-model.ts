import { compositeKey } from '#shared/composite-key.ts'
import type { ClientFeature } from '#shared/clients/schemas/client.ts'
import { applyOverrides, isOfRequests } from '#shared/flags/overrides/apply-overrides.ts'
import type { Constraint } from '#shared/flags/schemas/constraint.ts'
import type { Override, OverrideStrategy } from '#shared/flags/schemas/override.ts'
import { mapInSteps } from '#runtime/in-steps.ts'
import { inList } from '#store/in-list.ts'
import { fromJson } from '#store/json.ts'
import { groupRows } from '#store/group-rows.ts'
import type { Queries } from '#store/queries.ts'
import { readOverrides } from '#domains/flags/overrides/overrides.store.ts'
import { readStrategies } from '#domains/flags/features/feature-strategies.store.ts'

/** Flag as SDKs receive it, with the fields it can be selected by. */
export interface ConfiguredFeature {
  feature: ClientFeature
  /** Composite keys of type and value. */
  tags: ReadonlySet<string>
  /** Overrides of the flag there, also those for a token or a header. */
  overrides?: readonly Override[]
  /** The flag alone, and all of its overrides, if some are for a token or a header only (overlay-views.ts). */
  narrowed?: { own: ClientFeature; overrides: readonly Override[] }
}

export interface ConfiguredSegment {
  id: number
  name: string
  constraints: Constraint[]
}

/**
 * Reads the unarchived flags of an environment, by name, including disabled ones. `names` limits the result
 * (docs/contract/clients.md#client-features). A flag whose project does not have the environment is left out.
 */
export async function readConfiguredFeatures(
  queries: Queries,
  environment: string,
  names?: readonly string[],
): Promise<ConfiguredFeature[]> {
  const rows = await queries
    .selectFrom('features as f')
    .innerJoin('feature_environments as fe', 'fe.feature_name', 'f.name')
    .select([
      'f.name',
      'f.type',
      'f.project',
      'f.stale',
      'f.description',
      'f.impression_data',
      'fe.enabled',
      'fe.variants',
    ])
    .where('fe.environment', '=', environment)
    .where('f.archived_at', 'is', null)
    .$if(names !== undefined, (q) => q.where((eb) => inList(eb.ref('f.name'), names ?? [])))
    .orderBy('f.name')
    .execute()
  const found = rows.map((row) => row.name)
  const strategies = groupRows(
    await readStrategies(queries, { features: found, environment }),
    (one) => one.featureName,
  )
  const parents = groupRows(await readParents(queries, names), (one) => one.child)
  const tags = groupRows(
    await queries
      .selectFrom('feature_tags')
      .selectAll()
      .$if(names !== undefined, (q) => q.where((eb) => inList(eb.ref('feature_name'), names ?? [])))
      .orderBy('tag_type')
      .orderBy('tag_value')
      .execute(),
    (one) => one.feature_name,
  )
  return mapInSteps(rows, (row) => {
    const dependencies = parents.get(row.name)?.map(({ child: _child, ...parent }) => parent)
    return {
      feature: {
        name: row.name,
        type: row.type,
        enabled: row.enabled,
        project: row.project,
        stale: row.stale,
        strategies: (strategies.get(row.name) ?? []).filter((one) => !one.disabled).map(toClientStrategy),
        variants: fromJson(row.variants),
        description: row.description,
        impressionData: row.impression_data,
        ...(dependencies ? { dependencies } : {}),
      },
      tags: new Set((tags.get(row.name) ?? []).map((tag) => compositeKey(tag.tag_type, tag.tag_value))),
    }
  })
}

/** Reads the same flags with the overrides of the environment that any request gets laid over them. */
export async function readOverriddenFeatures(
  queries: Queries,
  environment: string,
  names?: readonly string[],
): Promise<ConfiguredFeature[]> {
  const features = await readConfiguredFeatures(queries, environment, names)
  const overrides = groupRows(
    await readOverrides(queries, { environment, ...(names ? { features: names } : {}) }),
    (one) => one.feature,
  )
  if (overrides.size === 0) return features
  return features.map((one) => {
    const { feature } = one
    const all = overrides.get(feature.name)
    if (!all) return one
    const ofAnybody = all.filter((override) => !isOfRequests(override))
    return {
      ...one,
      overrides: all,
      feature: ofAnybody.length > 0 ? layOverClientFeature(feature, ofAnybody) : feature,
      ...(ofAnybody.length < all.length ? { narrowed: { own: feature, overrides: all } } : {}),
    }
  })
}

/** Lays overrides over a flag as SDKs get it. */
export const layOverClientFeature = (feature: ClientFeature, overrides: readonly Override[]): ClientFeature =>
  applyOverrides(feature, overrides, (_override, own) => (own ? toClientStrategy(own) : FOR_EVERYBODY))

const FOR_EVERYBODY: ClientFeature['strategies'][number] = {
  name: 'default',
  constraints: [],
  parameters: {},
  variants: [],
}

/** Reads all segments. The flags that an SDK may see determine the segments it needs. */
export async function readSegments(queries: Queries): Promise<ConfiguredSegment[]> {
  const rows = await queries
    .selectFrom('segments')
    .select(['id', 'name', 'constraints'])
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: row.id, name: row.name, constraints: fromJson(row.constraints) }))
}

/** SDKs get neither id nor title of a strategy. */
function toClientStrategy({
  name,
  constraints,
  parameters,
  variants,
  segments,
}: OverrideStrategy): ClientFeature['strategies'][number] {
  return { name, constraints, parameters, variants, ...(segments.length > 0 ? { segments } : {}) }
}

async function readParents(queries: Queries, names?: readonly string[]) {
  const rows = await queries
    .selectFrom('feature_dependencies')
    .selectAll()
    .$if(names !== undefined, (q) => q.where((eb) => inList(eb.ref('child'), names ?? [])))
    .orderBy('parent')
    .execute()
  return rows.map((row) => {
    const variants = fromJson<string[]>(row.variants)
    return {
      child: row.child,
      feature: row.parent,
      enabled: row.enabled,
      ...(variants.length > 0 ? { variants } : {}),
    }
  })
}

/** Reads the first environment, the default for callers that name none. */
export async function readFirstEnvironment(queries: Queries): Promise<string | undefined> {
  const row = await queries
    .selectFrom('environments')
    .select('name')
    .orderBy('sort_order')
    .orderBy('name')
    .limit(1)
    .executeTakeFirst()
  return row?.name
}

export async function readProjectIds(queries: Queries): Promise<string[]> {
  const rows = await queries.selectFrom('projects').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/**
 * Reads the projects that everyone may see; undefined if that is all of them
 * (docs/contract/projects.md#collaboration-modes).
 */
export async function readOpenProjectIds(queries: Queries): Promise<string[] | undefined> {
  const rows = await queries.selectFrom('projects').select(['id', 'mode']).orderBy('id').execute()
  const open = rows.filter(({ mode }) => mode !== 'private')
  return open.length === rows.length ? undefined : open.map(({ id }) => id)
}
