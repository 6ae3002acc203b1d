import type { EnvironmentVariant } from '../../../src-shared/schemas/variant.ts'
import { fromJson, toJson } from '../../store/json.ts'
import type { Queries } from '../../store/queries.ts'

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
