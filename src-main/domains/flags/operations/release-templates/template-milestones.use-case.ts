import {
  addReleasePlanTemplateMilestone as add,
  deleteReleasePlanTemplateMilestone as remove,
  updateReleasePlanTemplateMilestone as update,
} from '../../../../../src-shared/contract/release-templates.ts'
import { notFound } from '../../../../kernel/app-error.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import { toMilestone, type StoredMilestone } from '../../records/milestones/milestone.ts'
import { draftMilestone, inOrder } from '../../records/release-templates/draft-milestones.ts'
import { saveTemplate } from '../../records/release-templates/save-template.ts'
import type { StoredTemplate } from '../../records/release-templates/template.ts'
import { requireTemplate } from '../../records/release-templates/templates.store.ts'

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
