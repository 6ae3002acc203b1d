import { groupRows } from '../../../../store/group-rows.ts'
import { inList } from '../../../../store/in-list.ts'
import type { Queries } from '../../../../store/queries.ts'
import { holdPlans, releasePlans } from '../milestones/hold.store.ts'

/**
 * Finds whether a flag is enabled in an environment. Returns undefined if its project does not have the
 * environment.
 */
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

/** Reads the environments in which flags are enabled, by flag. */
export async function readEnabledIn(
  queries: Queries,
  features: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await queries
    .selectFrom('feature_environments')
    .select(['feature_name', 'environment'])
    .where((eb) => inList(eb.ref('feature_name'), features))
    .where('enabled', '=', true)
    .orderBy('environment')
    .execute()
  const byFlag = groupRows(rows, (row) => row.feature_name)
  return new Map([...byFlag].map(([name, own]) => [name, own.map(({ environment }) => environment)]))
}

/**
 * Enables or disables a flag in an environment. The time of its release plan there runs or pauses
 * accordingly.
 */
export async function setEnabled(
  queries: Queries,
  feature: string,
  environment: string,
  enabled: boolean,
  at: Date,
): Promise<void> {
  await queries
    .updateTable('feature_environments')
    .set({ enabled })
    .where('feature_name', '=', feature)
    .where('environment', '=', environment)
    .execute()
  const setPlans = enabled ? releasePlans : holdPlans
  await setPlans(queries, { features: [feature], environment }, at.toISOString())
}

/** Copies the environment variants of another flag of the same project to a flag. */
export async function copyVariants(queries: Queries, from: string, to: string): Promise<void> {
  const rows = await queries
    .selectFrom('feature_environments')
    .select(['environment', 'variants'])
    .where('feature_name', '=', from)
    .execute()
  for (const { environment, variants } of rows) {
    await queries
      .updateTable('feature_environments')
      .set({ variants })
      .where('feature_name', '=', to)
      .where('environment', '=', environment)
      .execute()
  }
}
