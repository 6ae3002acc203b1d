import { deleteReleasePlanTemplate as remove } from '#shared/flags/contract/release-templates.ts'
import { mutation } from '#kernel/use-case.ts'
import { deleteTemplate } from '../../records/release-templates/change-template.ts'
import { requireTemplate } from '../../records/release-templates/templates.store.ts'

export const deleteReleasePlanTemplate = mutation(remove, async (context, { params: { templateId } }) =>
  deleteTemplate(context, await requireTemplate(context.queries, templateId)),
)
