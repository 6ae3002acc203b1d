import { updateReleasePlanTemplate as update } from '../../../../../src-shared/flags/contract/release-templates.ts'
import { badData } from '../../../../kernel/app-error.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import { draftMilestones } from '../../records/release-templates/draft-milestones.ts'
import { saveTemplate } from '../../records/release-templates/save-template.ts'
import { toTemplate } from '../../records/release-templates/template.ts'
import { requireTemplate } from '../../records/release-templates/templates.store.ts'

/** Replaces name, description and, where they are sent, milestones. */
export const updateReleasePlanTemplate = mutation(
  update,
  async (context, { params: { templateId }, body }) => {
    const before = await requireTemplate(context.queries, templateId)
    if (body.id !== templateId)
      throw badData('The id of a release plan template cannot be changed', '/body/id')
    const after = {
      ...before,
      name: body.name,
      description: body.description ?? null,
      milestones: body.milestones
        ? await draftMilestones(context, templateId, body.milestones, before.milestones)
        : before.milestones,
    }
    await saveTemplate(context, before, after)
    return toTemplate(after)
  },
)
