import { resumeMilestoneProgressions as resume } from '#shared/flags/contract/milestone-progressions.ts'
import { mutation } from '#kernel/use-case.ts'
import { resumeProgressions } from '../../records/release-plans/progressions.ts'
import { requirePlan } from '../../records/release-plans/require-plan.ts'

export const resumeMilestoneProgressions = mutation(
  resume,
  async (context, { params: { planId, ...place } }) => {
    await resumeProgressions(context, place.projectId, await requirePlan(context.visible, place, planId))
  },
)
