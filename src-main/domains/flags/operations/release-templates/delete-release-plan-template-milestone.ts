import { deleteReleasePlanTemplateMilestone as remove } from '#shared/flags/contract/release-templates.ts'
import { mutation } from '#kernel/use-case.ts'
import { saveTemplate } from '../../records/release-templates/save-template.ts'
import { requireTemplate } from '../../records/release-templates/templates.store.ts'
import { requireMilestone } from '../../records/release-templates/require-milestone.ts'

export const deleteReleasePlanTemplateMilestone = mutation(
  remove,
  async (context, { params: { templateId, milestoneId } }) => {
    const before = await requireTemplate(context.queries, templateId)
    const { id } = requireMilestone(before, milestoneId)
    const milestones = before.milestones.filter((one) => one.id !== id)
    await saveTemplate(context, before, { ...before, milestones })
  },
)
