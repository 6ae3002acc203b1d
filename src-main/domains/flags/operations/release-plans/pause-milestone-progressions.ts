import { pauseMilestoneProgressions as pause } from '#shared/flags/contract/milestone-progressions.ts'
import { mutation } from '#kernel/use-case.ts'
import { pauseProgressions } from '../../records/release-plans/progressions.ts'
import { requirePlan } from '../../records/release-plans/require-plan.ts'

export const pauseMilestoneProgressions = mutation(
  pause,
  async (context, { params: { planId, ...place } }) => {
    await pauseProgressions(context, place.projectId, await requirePlan(context.visible, place, planId))
  },
)
