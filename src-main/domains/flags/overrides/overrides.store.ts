import type { Override } from '#shared/flags/schemas/override.ts'
import { inList } from '#store/in-list.ts'
import { fromJson, toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'

/** Override by its place. */
export type OverridePlace = Pick<Override, 'feature' | 'environment' | 'audience'>

/** Reads overrides by flag, environment and audience: all, those of an environment or of some flags, or those with strategies. */
export async function readOverrides(
  queries: Queries,
  {
    environment,
    features,
    withStrategies = false,
  }: { environment?: string; features?: readonly string[]; withStrategies?: boolean } = {},
): Promise<Override[]> {
  const rows = await queries
    .selectFrom('overrides as o')
    .innerJoin('features as f', 'f.name', 'o.feature_name')
    .selectAll('o')
    .select('f.project')
    .$if(environment !== undefined, (q) => q.where('o.environment', '=', environment ?? ''))
    .$if(features !== undefined, (q) => q.where((eb) => inList(eb.ref('o.feature_name'), features ?? [])))
    .$if(withStrategies, (q) => q.where('o.strategies', 'is not', null))
    .orderBy('o.feature_name')
    .orderBy('o.environment')
    .orderBy('o.audience')
    .execute()
  return rows.map((row) => ({
    feature: row.feature_name,
    project: row.project,
    environment: row.environment,
    audience: row.audience,
    enabled: row.enabled,
    variant: row.variant === null ? null : fromJson(row.variant),
    strategies: row.strategies === null ? null : fromJson(row.strategies),
    until: row.until,
    createdBy: row.created_by,
    createdAt: row.created_at,
  }))
}

/** Counts the overrides of the instance, and those of a flag in an environment. */
export async function countOverrides(
  queries: Queries,
  { feature, environment }: Omit<OverridePlace, 'audience'>,
): Promise<{ all: number; ofFlag: number }> {
  const { all, ofFlag } = await queries
    .selectFrom('overrides')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn
        .countAll<number>()
        .filterWhere(eb.and([eb('feature_name', '=', feature), eb('environment', '=', environment)]))
        .as('ofFlag'),
    ])
    .executeTakeFirstOrThrow()
  return { all: Number(all), ofFlag: Number(ofFlag) }
}

/** Writes an override in the place of the former one of its audience. */
export async function saveOverride(queries: Queries, override: Override): Promise<void> {
  await deleteOverride(queries, override)
  await queries
    .insertInto('overrides')
    .values({
      feature_name: override.feature,
      environment: override.environment,
      audience: override.audience,
      enabled: override.enabled,
      variant: override.variant && toJson(override.variant),
      strategies: override.strategies && toJson(override.strategies),
      until: override.until,
      created_by: override.createdBy,
      created_at: override.createdAt,
    })
    .execute()
}

export async function deleteOverride(
  queries: Queries,
  { feature, environment, audience }: OverridePlace,
): Promise<void> {
  await queries
    .deleteFrom('overrides')
    .where('feature_name', '=', feature)
    .where('environment', '=', environment)
    .where('audience', '=', audience)
    .execute()
}
