import { startMilestone as start } from '../../../../../src-shared/flags/contract/release-plans.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import { toMilestone } from '../../records/milestones/milestone.ts'
import { milestoneOf, requirePlan } from '../../records/release-plans/require-plan.ts'
import { startMilestone as startIt } from '../../records/release-plans/start-milestone.ts'

export const startMilestone = mutation(
  start,
  async (context, { params: { planId, milestoneId, ...place } }) => {
    const found = await requirePlan(context.visible, place, planId)
    const { plan, milestone } = milestoneOf(found, milestoneId)
    const started = await startIt(context, place.projectId, plan, milestone)
    return toMilestone(milestoneOf(started, milestoneId).milestone)
  },
)
