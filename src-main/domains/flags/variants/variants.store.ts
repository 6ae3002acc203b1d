import type { EnvironmentVariant } from '#shared/flags/schemas/variant.ts'
import { inList } from '#store/in-list.ts'
import { fromJson, toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'

/** The variants of a flag in an environment; undefined: its project does not have the environment. */
export async function findVariants(
  queries: Queries,
  feature: string,
  environment: string,
): Promise<EnvironmentVariant[] | undefined> {
  const row = await queries
    .selectFrom('feature_environments')
    .select('variants')
    .where('feature_name', '=', feature)
    .where('environment', '=', environment)
    .executeTakeFirst()
  return row && fromJson<EnvironmentVariant[]>(row.variants)
}

/** The variants of flags in an environment, of those whose project has it. */
export async function readVariantsIn(
  queries: Queries,
  features: readonly string[],
  environment: string,
): Promise<Map<string, EnvironmentVariant[]>> {
  const rows = await queries
    .selectFrom('feature_environments')
    .select(['feature_name', 'variants'])
    .where((eb) => inList(eb.ref('feature_name'), features))
    .where('environment', '=', environment)
    .execute()
  return new Map(rows.map((row) => [row.feature_name, fromJson(row.variants)]))
}

export async function setVariants(
  queries: Queries,
  feature: string,
  environment: string,
  variants: readonly EnvironmentVariant[],
): Promise<void> {
  await queries
    .updateTable('feature_environments')
    .set({ variants: toJson(variants) })
    .where('feature_name', '=', feature)
    .where('environment', '=', environment)
    .execute()
}

/** The variants of a flag in each environment that its project has, in the order of the environments. */
export async function readVariantsByEnvironment(
  queries: Queries,
  feature: string,
): Promise<{ environment: string; variants: EnvironmentVariant[] }[]> {
  const rows = await queries
    .selectFrom('feature_environments')
    .innerJoin('environments', 'environments.name', 'feature_environments.environment')
    .select(['feature_environments.environment', 'feature_environments.variants'])
    .where('feature_name', '=', feature)
    .orderBy('environments.sort_order')
    .orderBy('environments.name')
    .execute()
  return rows.map(({ environment, variants }) => ({ environment, variants: fromJson(variants) }))
}
