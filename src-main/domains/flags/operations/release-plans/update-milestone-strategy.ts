import { updateMilestoneStrategy as update } from '#shared/flags/contract/release-plans.ts'
import { mutation } from '#kernel/use-case.ts'
import { toMilestoneStrategy } from '../../records/milestones/milestone.ts'
import { updateMilestoneStrategy as updateStrategy } from '../../records/release-plans/milestone-strategies.ts'

export const updateMilestoneStrategy = mutation(
  update,
  async (context, { params: { strategyId, ...place }, body }) =>
    toMilestoneStrategy(await updateStrategy(context, place, strategyId, body)),
)
