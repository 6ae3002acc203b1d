import { notFound } from '../../../../kernel/app-error.ts'
import type { MutationContext } from '../../../../kernel/use-case.ts'
import type { StoredMilestone, StoredMilestoneStrategy } from '../milestones/milestone.ts'
import { inOrder } from './draft-milestones.ts'
import { saveTemplate } from './save-template.ts'
import type { StoredTemplate } from './template.ts'
import { requireMilestone, withMilestone } from './require-milestone.ts'
import { requireTemplate } from './templates.store.ts'

interface Place {
  templateId: string
  milestoneId: string
}

export async function findMilestone({ queries }: MutationContext, { templateId, milestoneId }: Place) {
  const template = await requireTemplate(queries, templateId)
  return { template, milestone: requireMilestone(template, milestoneId) }
}

export function requireStrategy(
  { id: milestone, strategies }: StoredMilestone,
  id: string,
): StoredMilestoneStrategy {
  const strategy = strategies.find((one) => one.id === id)
  if (!strategy) throw notFound(`Could not find strategy with id ${id} in milestone ${milestone}`)
  return strategy
}

export async function saveTemplateStrategies(
  context: MutationContext,
  template: StoredTemplate,
  milestone: StoredMilestone,
  strategies: readonly StoredMilestoneStrategy[],
): Promise<StoredTemplate> {
  const saved = withMilestone(template, { ...milestone, strategies: inOrder(strategies) })
  await saveTemplate(context, template, saved)
  return saved
}
