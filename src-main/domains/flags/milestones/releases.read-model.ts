import { compositeKey } from '#shared/composite-key.ts'
import type {
  MilestoneOfEnvironment,
  ReleaseOfEnvironment,
  ReleasePlan,
} from '#shared/flags/schemas/release-plan.ts'
import { groupRows } from '#store/group-rows.ts'
import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'
import { readPlans } from './plans.store.ts'
import { toReleasePlan, type StoredPlan } from './release-plan.ts'
import {
  readSafeguards,
  toEnvironmentSafeguard,
  toPlanSafeguard,
  type StoredSafeguard,
} from './safeguards.store.ts'

/** A stored plan in the contract's form, with its safeguards. */
export async function showPlan(queries: Queries, plan: StoredPlan): Promise<ReleasePlan> {
  const { featureName, environment } = plan
  return toShown(plan, await readSafeguards(queries, { features: [featureName], environment }))
}

/** Takes the safeguards of one environment of one flag, which are few. */
const toShown = (plan: StoredPlan, safeguards: readonly StoredSafeguard[]) =>
  toReleasePlan(plan, safeguards.filter((one) => one.planId === plan.id).map(toPlanSafeguard))

/** Reads the release plans and safeguards of a flag, by environment. Environments with neither are absent. */
export async function readReleases(
  queries: Queries,
  { name, project }: { name: string; project: string },
): Promise<Map<string, ReleaseOfEnvironment>> {
  const plans = await readPlans(queries, { features: [name] })
  const safeguards = await readSafeguards(queries, { features: [name] })
  const environments = new Set([...plans, ...safeguards].map((one) => one.environment))
  const plansOf = groupRows(plans, (plan) => plan.environment)
  const safeguardsOf = groupRows(safeguards, (one) => one.environment)
  return new Map(
    [...environments].map((environment) => [
      environment,
      releaseOf(plansOf.get(environment) ?? [], safeguardsOf.get(environment) ?? [], project),
    ]),
  )
}

/** Reads the release plans and safeguards of flags in an environment, by flag. Flags with neither are absent. */
export async function readReleasesIn(
  queries: Queries,
  flags: readonly { name: string; project: string }[],
  environment: string,
): Promise<Map<string, ReleaseOfEnvironment>> {
  const features = flags.map(({ name }) => name)
  if (features.length === 0) return new Map()
  const plansOf = groupRows(await readPlans(queries, { features, environment }), (one) => one.featureName)
  const safeguardsOf = groupRows(
    await readSafeguards(queries, { features, environment }),
    (one) => one.featureName,
  )
  return new Map(
    flags
      .filter(({ name }) => plansOf.has(name) || safeguardsOf.has(name))
      .map(({ name, project }) => [
        name,
        releaseOf(plansOf.get(name) ?? [], safeguardsOf.get(name) ?? [], project),
      ]),
  )
}

/** Combines the plans and safeguards of a flag in one environment. */
function releaseOf(
  plans: readonly StoredPlan[],
  safeguards: readonly StoredSafeguard[],
  project: string,
): ReleaseOfEnvironment {
  const own = safeguards.filter((one) => one.planId === null)
  return {
    ...(plans.length > 0 ? { releasePlans: plans.map((plan) => toShown(plan, safeguards)) } : {}),
    ...(own.length > 0 ? { safeguards: own.map((one) => toEnvironmentSafeguard(one, project)) } : {}),
  }
}

/**
 * Reads the active milestones, by `flag environment`. Flags without a plan, or with none started, are absent.
 */
export async function readActiveMilestones(
  queries: Queries,
  names?: readonly string[],
): Promise<Map<string, MilestoneOfEnvironment>> {
  if (names?.length === 0) return new Map()
  const rows = await queries
    .selectFrom('release_plan_definitions as plan')
    .innerJoin('milestones as active', 'active.id', 'plan.active_milestone_id')
    .innerJoin('milestones as each', 'each.definition_id', 'plan.id')
    .select((eb) => [
      'plan.feature_name',
      'plan.environment',
      'active.name',
      'active.sort_order',
      eb.fn.countAll<number>().as('total'),
    ])
    .$if(names !== undefined, (q) => q.where((eb) => inList(eb.ref('plan.feature_name'), names ?? [])))
    .groupBy(['plan.id', 'plan.feature_name', 'plan.environment', 'active.name', 'active.sort_order'])
    .execute()
  return new Map(
    rows.map((row) => [
      compositeKey(row.feature_name, row.environment),
      { milestoneName: row.name, milestoneOrder: row.sort_order, totalMilestones: Number(row.total) },
    ]),
  )
}

/**
 * Reads the templates and plans whose milestones use a segment. `projectId` is the project of the template, or of the
 * plan's flag; null: a template of the instance.
 */
export async function readReleasesUsing(
  queries: Queries,
  segment: number,
): Promise<{ name: string; projectId: string | null }[]> {
  return queries
    .selectFrom('milestone_strategy_segments as link')
    .innerJoin('milestone_strategies as strategy', 'strategy.id', 'link.milestone_strategy_id')
    .innerJoin('milestones as milestone', 'milestone.id', 'strategy.milestone_id')
    .innerJoin('release_plan_definitions as definition', 'definition.id', 'milestone.definition_id')
    .leftJoin('features as feature', 'feature.name', 'definition.feature_name')
    .select((eb) => [
      'definition.name',
      eb.fn.coalesce('feature.project', 'definition.project').as('projectId'),
    ])
    .where('link.segment_id', '=', segment)
    .distinct()
    .orderBy('definition.name')
    .execute()
}
