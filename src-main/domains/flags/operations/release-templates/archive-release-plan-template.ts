import { archiveReleasePlanTemplate as archive } from '#shared/flags/contract/release-templates.ts'
import { mutation } from '#kernel/use-case.ts'
import { archiveTemplate } from '../../records/release-templates/change-template.ts'
import { requireTemplate } from '../../records/release-templates/templates.store.ts'

export const archiveReleasePlanTemplate = mutation(archive, async (context, { params: { templateId } }) =>
  archiveTemplate(context, await requireTemplate(context.queries, templateId)),
)
