import { groupRows } from '#store/group-rows.ts'
import { inList } from '#store/in-list.ts'
import { prepared } from '#store/prepared.ts'
import type { Queries } from '#store/queries.ts'
import { holdPlans, resumeHeldPlans } from '../milestones/plan-holds.store.ts'

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

type FlagInEnvironment = Readonly<Record<'feature' | 'environment', string>>

/** A flag in an environment, as far as enabling and disabling it concerns. */
export interface FeatureEnvironment {
  project: string
  archivedAt: string | null
  /** null: the flag's project does not have the environment. */
  enabled: boolean | null
  hasPlan: boolean
  hasActiveStrategy: boolean
}

/** Finds a flag in an environment by one statement, because flags are toggled often. */
export async function findFeatureEnvironment(
  queries: Queries,
  feature: string,
  environment: string,
): Promise<FeatureEnvironment | undefined> {
  const [row] = (await selectFeatureEnvironment(queries, { feature, environment })).rows
  if (!row) return undefined
  const { plan, strategy, ...others } = row
  return { ...others, hasPlan: plan !== null, hasActiveStrategy: strategy !== null }
}

const selectFeatureEnvironment = prepared((queries, { feature, environment }: FlagInEnvironment) =>
  queries
    .selectFrom('features')
    .select((eb) => [
      'project',
      'archived_at as archivedAt',
      eb
        .selectFrom('feature_environments')
        .select('enabled')
        .where('feature_name', '=', feature)
        .where('environment', '=', environment)
        .as('enabled'),
      eb
        .selectFrom('release_plan_definitions')
        .select('id')
        .where('feature_name', '=', feature)
        .where('environment', '=', environment)
        .limit(1)
        .as('plan'),
      eb
        .selectFrom('feature_strategies')
        .select('id')
        .where('feature_name', '=', feature)
        .where('environment', '=', environment)
        .where('disabled', '=', false)
        .limit(1)
        .as('strategy'),
    ])
    .where('name', '=', feature),
)

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

/** Reads whether flags are enabled in an environment, of those whose project has it. */
export async function readEnabled(
  queries: Queries,
  features: readonly string[],
  environment: string,
): Promise<Map<string, boolean>> {
  const rows = await queries
    .selectFrom('feature_environments')
    .select(['feature_name', 'enabled'])
    .where((eb) => inList(eb.ref('feature_name'), features))
    .where('environment', '=', environment)
    .execute()
  return new Map(rows.map((row) => [row.feature_name, row.enabled]))
}

/** Enables or disables flags in an environment, and runs or pauses the time of their release plans. */
export async function setEnabledOf(
  queries: Queries,
  features: readonly string[],
  environment: string,
  enabled: boolean,
  at: Date,
): Promise<void> {
  if (features.length === 0) return
  await queries
    .updateTable('feature_environments')
    .set({ enabled })
    .where((eb) => inList(eb.ref('feature_name'), features))
    .where('environment', '=', environment)
    .execute()
  const setPlans = enabled ? resumeHeldPlans : holdPlans
  await setPlans(queries, { features, environment }, at.toISOString())
}

/**
 * Enables or disables a flag in an environment. The time of its release plan there runs or pauses
 * accordingly; `hasPlan` false: the caller has seen that there is none.
 */
export async function setEnabled(
  queries: Queries,
  feature: string,
  environment: string,
  enabled: boolean,
  at: Date,
  hasPlan = true,
): Promise<void> {
  if (hasPlan) await setEnabledOf(queries, [feature], environment, enabled, at)
  else await updateEnabled(queries, { feature, environment, enabled })
}

const updateEnabled = prepared(
  (queries, { feature, environment, enabled }: FlagInEnvironment & { enabled: boolean }) =>
    queries
      .updateTable('feature_environments')
      .set({ enabled })
      .where('feature_name', '=', feature)
      .where('environment', '=', environment),
)

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
