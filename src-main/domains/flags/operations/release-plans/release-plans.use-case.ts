import {
  addReleasePlan as add,
  deleteReleasePlan as remove,
  getReleasePlans as list,
  getReleasePlansDeprecated as formerList,
  startMilestone as start,
  updateMilestoneStrategy as update,
} from '../../../../../src-shared/contract/release-plans.ts'
import type { ReleasePlan } from '../../../../../src-shared/schemas/release-plan.ts'
import { mutation, query } from '../../../../kernel/use-case.ts'
import type { Queries } from '../../../../store/queries.ts'
import { requireFeature } from '../../records/features/features.store.ts'
import { findPlanOf } from '../../records/milestones/plans.store.ts'
import { showPlan } from '../../records/milestones/releases.read-model.ts'
import { toMilestone, toMilestoneStrategy } from '../../records/milestones/milestone.ts'
import { addReleasePlan as addPlan } from '../../records/release-plans/add-plan.ts'
import { updateMilestoneStrategy as updateStrategy } from '../../records/release-plans/milestone-strategies.ts'
import { removeReleasePlan } from '../../records/release-plans/remove-plan.ts'
import { milestoneOf, requirePlan, type FlagPlace } from '../../records/release-plans/require-plan.ts'
import { startMilestone as startIt } from '../../records/release-plans/start-milestone.ts'

const readPlan = async (
  queries: Queries,
  { projectId, featureName, environment }: FlagPlace,
): Promise<ReleasePlan[]> => {
  await requireFeature(queries, projectId, featureName)
  const plan = await findPlanOf(queries, featureName, environment)
  return plan ? [await showPlan(queries, plan)] : []
}

export const getReleasePlans = query(list, ({ queries }, { params }) => readPlan(queries, params))

/** The former path, kept for clients that know no other. */
export const getReleasePlansDeprecated = query(formerList, ({ queries }, { params }) =>
  readPlan(queries, params),
)

export const addReleasePlan = mutation(add, (context, { params, body }) =>
  addPlan(context, params, body.templateId),
)

export const deleteReleasePlan = mutation(remove, async (context, { params: { planId, ...place } }) =>
  removeReleasePlan(context, place.projectId, await requirePlan(context.visible, place, planId)),
)

export const startMilestone = mutation(
  start,
  async (context, { params: { planId, milestoneId, ...place } }) => {
    const found = await requirePlan(context.visible, place, planId)
    const { plan, milestone } = milestoneOf(found, milestoneId)
    const started = await startIt(context, place.projectId, plan, milestone)
    return toMilestone(milestoneOf(started, milestoneId).milestone)
  },
)

export const updateMilestoneStrategy = mutation(
  update,
  async (context, { params: { strategyId, ...place }, body }) =>
    toMilestoneStrategy(await updateStrategy(context, place, strategyId, body)),
)
