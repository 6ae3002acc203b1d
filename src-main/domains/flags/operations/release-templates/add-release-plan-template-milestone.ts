import { addReleasePlanTemplateMilestone as add } from '#shared/flags/contract/release-templates.ts'
import { mutation } from '#kernel/use-case.ts'
import { toMilestone } from '../../records/milestones/milestone.ts'
import { draftMilestone } from '../../records/release-templates/draft-milestones.ts'
import { saveTemplate } from '../../records/release-templates/save-template.ts'
import { requireTemplate } from '../../records/release-templates/templates.store.ts'
import { withMilestone } from '../../records/release-templates/require-milestone.ts'

export const addReleasePlanTemplateMilestone = mutation(
  add,
  async (context, { params: { templateId }, body }) => {
    const before = await requireTemplate(context.queries, templateId)
    const milestone = await draftMilestone(
      context,
      { template: before, former: undefined, at: '/body' },
      body,
    )
    await saveTemplate(context, before, withMilestone(before, milestone))
    return toMilestone(milestone)
  },
)
