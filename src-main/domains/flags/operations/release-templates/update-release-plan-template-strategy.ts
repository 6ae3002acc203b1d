import { updateReleasePlanTemplateStrategy as update } from '#shared/flags/contract/release-templates.ts'
import { mutation } from '#kernel/use-case.ts'
import { toMilestoneStrategy } from '../../records/milestones/milestone.ts'
import { changedStrategy } from '../../records/release-templates/draft-milestones.ts'
import {
  findMilestone,
  requireStrategy,
  saveTemplateStrategies,
} from '../../records/release-templates/template-strategy.ts'

export const updateReleasePlanTemplateStrategy = mutation(update, async (context, { params, body }) => {
  const { template, milestone } = await findMilestone(context, params)
  const before = requireStrategy(milestone, params.strategyId)
  const strategy = await changedStrategy(context, { milestoneId: milestone.id, project: null }, before, body)
  const others = milestone.strategies.filter((one) => one.id !== before.id)
  await saveTemplateStrategies(context, template, milestone, [...others, strategy])
  return toMilestoneStrategy(strategy)
})
