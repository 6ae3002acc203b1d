import type { Queries } from '../../store/queries.ts'

/** Whether a flag is enabled in an environment; undefined: its project does not have the environment. */
export async function findEnabled(
  queries: Queries,
  feature: string,
  environment: string,
): Promise<boolean | undefined> {
  const row = await queries
    .selectFrom('feature_environments')
    .select('enabled')
    .where('feature_name', '=', feature)
    .where('environment', '=', environment)
    .executeTakeFirst()
  return row?.enabled
}

export async function setEnabled(
  queries: Queries,
  feature: string,
  environment: string,
  enabled: boolean,
): Promise<void> {
  await queries
    .updateTable('feature_environments')
    .set({ enabled })
    .where('feature_name', '=', feature)
    .where('environment', '=', environment)
    .execute()
}
