import {
  changeMilestoneProgression as change,
  deleteMilestoneProgression as remove,
  pauseMilestoneProgressions as pause,
  resumeMilestoneProgressions as resume,
} from '../../../../../src-shared/contract/milestone-progressions.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import {
  changeProgression,
  deleteProgression,
  pauseProgressions,
  resumeProgressions,
} from '../../records/release-plans/progressions.ts'
import { requirePlan, requirePlannedMilestone } from '../../records/release-plans/require-plan.ts'

export const changeMilestoneProgression = mutation(
  change,
  async (context, { params: { sourceMilestoneId, ...place }, body }) => {
    const found = await requirePlannedMilestone(context.visible, place, sourceMilestoneId)
    await changeProgression(context, place.projectId, found, body.targetMilestone, body.transitionCondition)
    return { sourceMilestone: sourceMilestoneId, ...body }
  },
)

export const deleteMilestoneProgression = mutation(
  remove,
  async (context, { params: { sourceMilestoneId, ...place } }) =>
    deleteProgression(
      context,
      place.projectId,
      await requirePlannedMilestone(context.visible, place, sourceMilestoneId),
    ),
)

export const pauseMilestoneProgressions = mutation(
  pause,
  async (context, { params: { planId, ...place } }) => {
    await pauseProgressions(context, place.projectId, await requirePlan(context.visible, place, planId))
  },
)

export const resumeMilestoneProgressions = mutation(
  resume,
  async (context, { params: { planId, ...place } }) => {
    await resumeProgressions(context, place.projectId, await requirePlan(context.visible, place, planId))
  },
)
