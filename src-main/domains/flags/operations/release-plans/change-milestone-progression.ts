import { changeMilestoneProgression as change } from '#shared/flags/contract/milestone-progressions.ts'
import { mutation } from '#kernel/use-case.ts'
import { changeProgression } from '../../records/release-plans/progressions.ts'
import { requirePlannedMilestone } from '../../records/release-plans/require-plan.ts'

export const changeMilestoneProgression = mutation(
  change,
  async (context, { params: { sourceMilestoneId, ...place }, body }) => {
    const found = await requirePlannedMilestone(context.visible, place, sourceMilestoneId)
    await changeProgression(context, place.projectId, found, body.targetMilestone, body.transitionCondition)
    return { sourceMilestone: sourceMilestoneId, ...body }
  },
)
