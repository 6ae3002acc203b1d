import { deleteMilestoneProgression as remove } from '#shared/flags/contract/milestone-progressions.ts'
import { mutation } from '#kernel/use-case.ts'
import { deleteProgression } from '../../records/release-plans/progressions.ts'
import { requirePlannedMilestone } from '../../records/release-plans/require-plan.ts'

export const deleteMilestoneProgression = mutation(
  remove,
  async (context, { params: { sourceMilestoneId, ...place } }) =>
    deleteProgression(
      context,
      place.projectId,
      await requirePlannedMilestone(context.visible, place, sourceMilestoneId),
    ),
)
