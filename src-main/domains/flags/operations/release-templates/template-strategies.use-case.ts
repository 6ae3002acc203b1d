import {
  addReleasePlanTemplateStrategy as add,
  deleteReleasePlanTemplateStrategy as remove,
  updateReleasePlanTemplateStrategy as update,
} from '../../../../../src-shared/contract/release-templates.ts'
import { notFound } from '../../../../kernel/app-error.ts'
import { mutation, type MutationContext } from '../../../../kernel/use-case.ts'
import {
  toMilestone,
  toMilestoneStrategy,
  type StoredMilestone,
  type StoredMilestoneStrategy,
} from '../../records/milestones/milestone.ts'
import {
  changedStrategy,
  draftStrategy,
  inOrder,
  requireRoom,
} from '../../records/release-templates/draft-milestones.ts'
import { saveTemplate } from '../../records/release-templates/save-template.ts'
import type { StoredTemplate } from '../../records/release-templates/template.ts'
import { requireMilestone, withMilestone } from './template-milestones.use-case.ts'
import { requireTemplate } from '../../records/release-templates/templates.store.ts'

interface Place {
  templateId: string
  milestoneId: string
}

export const addReleasePlanTemplateStrategy = mutation(add, async (context, { params, body }) => {
  const { template, milestone } = await findMilestone(context, params)
  requireRoom(context, milestone.strategies.length + 1)
  const strategy = await draftStrategy(context, { milestoneId: milestone.id, project: null }, body)
  const saved = await save(context, template, milestone, [...milestone.strategies, strategy])
  return toMilestone(requireMilestone(saved, milestone.id))
})

export const updateReleasePlanTemplateStrategy = mutation(update, async (context, { params, body }) => {
  const { template, milestone } = await findMilestone(context, params)
  const before = requireStrategy(milestone, params.strategyId)
  const strategy = await changedStrategy(context, { milestoneId: milestone.id, project: null }, before, body)
  const others = milestone.strategies.filter((one) => one.id !== before.id)
  await save(context, template, milestone, [...others, strategy])
  return toMilestoneStrategy(strategy)
})

export const deleteReleasePlanTemplateStrategy = mutation(remove, async (context, { params }) => {
  const { template, milestone } = await findMilestone(context, params)
  const { id } = requireStrategy(milestone, params.strategyId)
  const others = milestone.strategies.filter((one) => one.id !== id)
  await save(context, template, milestone, others)
})

async function findMilestone({ queries }: MutationContext, { templateId, milestoneId }: Place) {
  const template = await requireTemplate(queries, templateId)
  return { template, milestone: requireMilestone(template, milestoneId) }
}

function requireStrategy(
  { id: milestone, strategies }: StoredMilestone,
  id: string,
): StoredMilestoneStrategy {
  const strategy = strategies.find((one) => one.id === id)
  if (!strategy) throw notFound(`Could not find strategy with id ${id} in milestone ${milestone}`)
  return strategy
}

async function save(
  context: MutationContext,
  template: StoredTemplate,
  milestone: StoredMilestone,
  strategies: readonly StoredMilestoneStrategy[],
): Promise<StoredTemplate> {
  const saved = withMilestone(template, { ...milestone, strategies: inOrder(strategies) })
  await saveTemplate(context, template, saved)
  return saved
}
