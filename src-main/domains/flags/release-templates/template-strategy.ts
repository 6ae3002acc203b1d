import { notFound } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
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

/** Finds a milestone of a template; 404 where there is none. */
export async function findMilestone({ everything }: MutationContext, { templateId, milestoneId }: Place) {
  const template = await requireTemplate(everything, templateId)
  return { template, milestone: requireMilestone(template, milestoneId) }
}

/** Finds a strategy of a milestone; 404 where there is none. */
export function requireStrategy(
  { id: milestone, strategies }: StoredMilestone,
  id: string,
): StoredMilestoneStrategy {
  const strategy = strategies.find((one) => one.id === id)
  if (!strategy) throw notFound(`Could not find strategy with id ${id} in milestone ${milestone}`)
  return strategy
}

/** Replaces the strategies of a milestone, with the event of the template. */
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
