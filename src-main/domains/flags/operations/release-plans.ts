import type { z } from 'zod'

import { mutation, type MutationContext, query } from '#kernel/use-case.ts'
import * as milestoneProgressionsContract from '#shared/flags/contract/milestone-progressions.ts'
import * as releasePlansContract from '#shared/flags/contract/release-plans.ts'
import type { Milestone, ReleasePlan } from '#shared/flags/schemas/release-plan.ts'
import type { Queries } from '#store/queries.ts'
import { requireFeature } from '../features/features.store.ts'
import { toMilestone, toMilestoneStrategy } from '../milestones/milestone.ts'
import { findPlanOf } from '../milestones/plans.store.ts'
import { showPlan } from '../milestones/releases.read-model.ts'
import { addReleasePlan as addPlan, removeReleasePlan } from '../release-plans/add-plan.ts'
import { updateMilestoneStrategy as updateStrategy } from '../release-plans/milestone-strategies.ts'
import {
  changeProgression,
  deleteProgression,
  pauseProgressions,
  resumeProgressions,
} from '../release-plans/progressions.ts'
import {
  type FlagPlace,
  milestoneOf,
  requirePlan,
  requirePlannedMilestone,
} from '../release-plans/require-plan.ts'
import { startMilestone as beginMilestone } from '../release-plans/start-milestone.ts'

export const changeMilestoneProgression = mutation(
  milestoneProgressionsContract.changeMilestoneProgression,
  async (context, { params: { sourceMilestoneId, ...place }, body }) => {
    const found = await requirePlannedMilestone(context.visible, place, sourceMilestoneId)
    await changeProgression(context, place.projectId, found, body.targetMilestone, body.transitionCondition)
    return { sourceMilestone: sourceMilestoneId, ...body }
  },
)

export const deleteMilestoneProgression = mutation(
  milestoneProgressionsContract.deleteMilestoneProgression,
  async (context, { params: { sourceMilestoneId, ...place } }) =>
    deleteProgression(
      context,
      place.projectId,
      await requirePlannedMilestone(context.visible, place, sourceMilestoneId),
    ),
)

export const pauseMilestoneProgressions = mutation(
  milestoneProgressionsContract.pauseMilestoneProgressions,
  async (context, { params: { planId, ...place } }) => {
    await pauseProgressions(context, place.projectId, await requirePlan(context.visible, place, planId))
  },
)

export const resumeMilestoneProgressions = mutation(
  milestoneProgressionsContract.resumeMilestoneProgressions,
  async (context, { params: { planId, ...place } }) => {
    await resumeProgressions(context, place.projectId, await requirePlan(context.visible, place, planId))
  },
)

/** Reads a release plan as it is shown. */
const readPlan = async (
  queries: Queries,
  { projectId, featureName, environment }: FlagPlace,
): Promise<ReleasePlan[]> => {
  await requireFeature(queries, projectId, featureName)
  const plan = await findPlanOf(queries, featureName, environment)
  return plan ? [await showPlan(queries, plan)] : []
}

export const getReleasePlans = query(releasePlansContract.getReleasePlans, ({ visible }, { params }) =>
  readPlan(visible, params),
)

/** The former path, kept for clients that know no other. */
export const oldGetReleasePlans = query(releasePlansContract.oldGetReleasePlans, ({ visible }, { params }) =>
  readPlan(visible, params),
)

export const addReleasePlan = mutation(releasePlansContract.addReleasePlan, (context, { params, body }) =>
  addPlan(context, params, body.templateId),
)

export const deleteReleasePlan = mutation(
  releasePlansContract.deleteReleasePlan,
  async (context, { params: { planId, ...place } }) =>
    removeReleasePlan(context, place.projectId, await requirePlan(context.visible, place, planId)),
)

/** Starts a milestone of a plan by their ids, again too. */
async function startMilestoneOf(
  context: MutationContext,
  { planId, milestoneId, ...place }: FlagPlace & { planId: string; milestoneId: string },
): Promise<z.output<typeof Milestone>> {
  const found = await requirePlan(context.visible, place, planId)
  const { plan, milestone } = milestoneOf(found, milestoneId)
  const started = await beginMilestone(context, place.projectId, plan, milestone)
  return toMilestone(milestoneOf(started, milestoneId).milestone)
}

export const startMilestone = mutation(releasePlansContract.startMilestone, (context, { params }) =>
  startMilestoneOf(context, params),
)

export const updateMilestoneStrategy = mutation(
  releasePlansContract.updateMilestoneStrategy,
  async (context, { params: { strategyId, ...place }, body }) =>
    toMilestoneStrategy(await updateStrategy(context, place, strategyId, body)),
)

/** The former path, kept for clients that know no other. */
export const oldAddReleasePlan = mutation(
  releasePlansContract.oldAddReleasePlan,
  (context, { params, body }) => addPlan(context, params, body.templateId),
)

/** The former path, kept for clients that know no other. */
export const oldRemoveReleasePlan = mutation(
  releasePlansContract.oldRemoveReleasePlan,
  async (context, { params: { planId, ...place } }) =>
    removeReleasePlan(context, place.projectId, await requirePlan(context.visible, place, planId)),
)

/** The former path, kept for clients that know no other. */
export const oldStartMilestone = mutation(releasePlansContract.oldStartMilestone, (context, { params }) =>
  startMilestoneOf(context, params),
)
