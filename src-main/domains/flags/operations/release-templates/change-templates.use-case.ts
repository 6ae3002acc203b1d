import {
  archiveReleasePlanTemplate as archive,
  deleteReleasePlanTemplate as remove,
  updateReleasePlanTemplate as update,
} from '../../../../../src-shared/contract/release-templates.ts'
import { badData } from '../../../../kernel/app-error.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import { deleteDefinition } from '../../records/milestones/plans.store.ts'
import { draftMilestones } from '../../records/release-templates/draft-milestones.ts'
import { saveTemplate } from '../../records/release-templates/save-template.ts'
import { toTemplate } from '../../records/release-templates/template.ts'
import { requireTemplate, updateTemplate } from '../../records/release-templates/templates.store.ts'

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

/** No flag gets a plan from it any more; its name stays taken. Archiving it again changes nothing. */
export const archiveReleasePlanTemplate = mutation(
  archive,
  async ({ queries, now, record }, { params: { templateId } }) => {
    const before = await requireTemplate(queries, templateId)
    if (before.archivedAt !== null) return
    const after = { ...before, archivedAt: now.toISOString() }
    await updateTemplate(queries, after)
    record({
      type: 'release-plan-template-archived',
      data: { ...toTemplate(after) },
      preData: { ...toTemplate(before) },
    })
  },
)

/** Plans that were made from it stay: they are copies. */
export const deleteReleasePlanTemplate = mutation(
  remove,
  async ({ queries, record }, { params: { templateId } }) => {
    const template = await requireTemplate(queries, templateId)
    await deleteDefinition(queries, template.id)
    record({ type: 'release-plan-template-deleted', preData: { ...toTemplate(template) } })
  },
)
