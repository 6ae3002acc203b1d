import { updateReleasePlanTemplateMilestone as update } from '#shared/flags/contract/release-templates.ts'
import { mutation } from '#kernel/use-case.ts'
import { toMilestone } from '../../records/milestones/milestone.ts'
import { draftMilestone } from '../../records/release-templates/draft-milestones.ts'
import { saveTemplate } from '../../records/release-templates/save-template.ts'
import { requireTemplate } from '../../records/release-templates/templates.store.ts'
import { requireMilestone, withMilestone } from '../../records/release-templates/require-milestone.ts'

export const updateReleasePlanTemplateMilestone = mutation(
  update,
  async (context, { params: { templateId, milestoneId }, body }) => {
    const before = await requireTemplate(context.queries, templateId)
    const former = requireMilestone(before, milestoneId)
    const milestone = await draftMilestone(
      context,
      { template: before, former, at: '/body' },
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
