import type { z } from 'zod'

import type { EnvironmentParams } from '#shared/contract-engine/params.ts'
import { notFound } from '#kernel/app-error.ts'
import type { Queries } from '#store/queries.ts'
import { findEnabled } from '../features/feature-environments.store.ts'
import { requireActiveFeature } from '../features/features.store.ts'
import { findPlanOf } from '../milestones/plans.store.ts'
import type { StoredMilestone } from '../milestones/milestone.ts'
import type { StoredPlan } from '../milestones/release-plan.ts'

/** A flag in an environment of its project. */
export type FlagPlace = z.output<typeof EnvironmentParams>

/**
 * Returns whether the flag is enabled in the environment. Throws 404 if its project does not have the
 * environment.
 */
export async function requireEnabledState(
  queries: Queries,
  { projectId, featureName, environment }: FlagPlace,
): Promise<boolean> {
  await requireActiveFeature(queries, projectId, featureName)
  const enabled = await findEnabled(queries, featureName, environment)
  if (enabled === undefined)
    throw notFound(`Could not find environment ${environment} for feature: ${featureName}`)
  return enabled
}

/** The plan of an id on the flag there, to be changed; elsewhere is not found. */
export async function requirePlan(queries: Queries, place: FlagPlace, id: string): Promise<StoredPlan> {
  await requireActiveFeature(queries, place.projectId, place.featureName)
  const plan = await findPlanOf(queries, place.featureName, place.environment)
  if (plan?.id !== id) throw notFound(`Could not find release plan with id ${id}`)
  return plan
}

/** The milestone of an id in the flag's plan there, to be changed. */
export async function requirePlannedMilestone(
  queries: Queries,
  place: FlagPlace,
  id: string,
): Promise<{ plan: StoredPlan; milestone: StoredMilestone }> {
  await requireActiveFeature(queries, place.projectId, place.featureName)
  const plan = await findPlanOf(queries, place.featureName, place.environment)
  return { ...milestoneOf(plan, id) }
}

/** The milestone of an id in a plan. */
export function milestoneOf(
  plan: StoredPlan | undefined,
  id: string,
): { plan: StoredPlan; milestone: StoredMilestone } {
  const milestone = plan?.milestones.find((one) => one.id === id)
  if (!plan || !milestone) throw notFound(`Could not find milestone with id ${id}`)
  return { plan, milestone }
}
