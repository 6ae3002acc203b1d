import { deleteReleasePlanTemplate as remove } from '../../../../../src-shared/flags/contract/release-templates.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import { deleteDefinition } from '../../records/milestones/plans.store.ts'
import { toTemplate } from '../../records/release-templates/template.ts'
import { requireTemplate } from '../../records/release-templates/templates.store.ts'

/** Plans that were made from it stay: they are copies. */
export const deleteReleasePlanTemplate = mutation(
  remove,
  async ({ queries, record }, { params: { templateId } }) => {
    const template = await requireTemplate(queries, templateId)
    await deleteDefinition(queries, template.id)
    record({ type: 'release-plan-template-deleted', preData: { ...toTemplate(template) } })
  },
)
