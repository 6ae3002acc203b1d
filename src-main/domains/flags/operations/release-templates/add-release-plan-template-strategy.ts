import { addReleasePlanTemplateStrategy as add } from '#shared/flags/contract/release-templates.ts'
import { mutation } from '#kernel/use-case.ts'
import { toMilestone } from '../../records/milestones/milestone.ts'
import { draftStrategy, requireRoom } from '../../records/release-templates/draft-milestones.ts'
import { requireMilestone } from '../../records/release-templates/require-milestone.ts'
import { findMilestone, saveTemplateStrategies } from '../../records/release-templates/template-strategy.ts'

export const addReleasePlanTemplateStrategy = mutation(add, async (context, { params, body }) => {
  const { template, milestone } = await findMilestone(context, params)
  requireRoom(context, milestone.strategies.length + 1)
  const strategy = await draftStrategy(context, { milestoneId: milestone.id, project: null }, body)
  const saved = await saveTemplateStrategies(context, template, milestone, [
    ...milestone.strategies,
    strategy,
  ])
  return toMilestone(requireMilestone(saved, milestone.id))
})
