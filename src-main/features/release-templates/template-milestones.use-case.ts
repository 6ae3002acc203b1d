import {
  addReleasePlanTemplateMilestone as add,
  deleteReleasePlanTemplateMilestone as remove,
  updateReleasePlanTemplateMilestone as update,
} from '../../../src-shared/contract/release-templates.ts'
import { notFound } from '../../kernel/app-error.ts'
import { mutation } from '../../kernel/use-case.ts'
import { toMilestone, type StoredMilestone } from '../milestones/index.ts'
import { draftMilestone, inOrder } from './draft-milestones.ts'
import { saveTemplate } from './save-template.ts'
import type { StoredTemplate } from './template.ts'
import { requireTemplate } from './templates.store.ts'

/** The milestone of an id; else 404. */
export function requireMilestone(template: StoredTemplate, id: string): StoredMilestone {
  const milestone = template.milestones.find((one) => one.id === id)
  if (!milestone)
    throw notFound(`Could not find milestone with id ${id} in release plan template ${template.id}`)
  return milestone
}

/** The template with a milestone put in the place of its former self, or added. */
export const withMilestone = (template: StoredTemplate, milestone: StoredMilestone): StoredTemplate => ({
  ...template,
  milestones: inOrder([...template.milestones.filter((one) => one.id !== milestone.id), milestone]),
})

export const addReleasePlanTemplateMilestone = mutation(
  add,
  async (context, { params: { templateId }, body }) => {
    const before = await requireTemplate(context.queries, templateId)
    const milestone = await draftMilestone(
      context,
      { template: templateId, former: undefined, at: '/body' },
      body,
    )
    await saveTemplate(context, before, withMilestone(before, milestone))
    return toMilestone(milestone)
  },
)

export const updateReleasePlanTemplateMilestone = mutation(
  update,
  async (context, { params: { templateId, milestoneId }, body }) => {
    const before = await requireTemplate(context.queries, templateId)
    const former = requireMilestone(before, milestoneId)
    const milestone = await draftMilestone(
      context,
      { template: templateId, former, at: '/body' },
      {
        name: body.name ?? former.name,
        sortOrder: body.sortOrder ?? former.sortOrder,
        strategies: body.strategies ?? former.strategies,
      },
    )
    await saveTemplate(context, before, withMilestone(before, milestone))
    return toMilestone(milestone)
  },
)

export const deleteReleasePlanTemplateMilestone = mutation(
  remove,
  async (context, { params: { templateId, milestoneId } }) => {
    const before = await requireTemplate(context.queries, templateId)
    const { id } = requireMilestone(before, milestoneId)
    const milestones = before.milestones.filter((one) => one.id !== id)
    await saveTemplate(context, before, { ...before, milestones })
  },
)
