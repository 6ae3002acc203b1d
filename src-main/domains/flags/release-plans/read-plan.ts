import type { ReleasePlan } from '#shared/flags/schemas/release-plan.ts'
import type { Queries } from '#store/queries.ts'
import { requireFeature } from '../features/features.store.ts'
import { findPlanOf } from '../milestones/plans.store.ts'
import { showPlan } from '../milestones/releases.read-model.ts'
import type { FlagPlace } from './require-plan.ts'

/** Reads a release plan as it is shown. */
export const readPlan = async (
  queries: Queries,
  { projectId, featureName, environment }: FlagPlace,
): Promise<ReleasePlan[]> => {
  await requireFeature(queries, projectId, featureName)
  const plan = await findPlanOf(queries, featureName, environment)
  return plan ? [await showPlan(queries, plan)] : []
}
