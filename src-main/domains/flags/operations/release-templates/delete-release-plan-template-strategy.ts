import { deleteReleasePlanTemplateStrategy as remove } from '#shared/flags/contract/release-templates.ts'
import { mutation } from '#kernel/use-case.ts'
import {
  findMilestone,
  requireStrategy,
  saveTemplateStrategies,
} from '../../records/release-templates/template-strategy.ts'

export const deleteReleasePlanTemplateStrategy = mutation(remove, async (context, { params }) => {
  const { template, milestone } = await findMilestone(context, params)
  const { id } = requireStrategy(milestone, params.strategyId)
  const others = milestone.strategies.filter((one) => one.id !== id)
  await saveTemplateStrategies(context, template, milestone, others)
})
