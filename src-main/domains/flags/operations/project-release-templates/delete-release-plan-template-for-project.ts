import { deleteReleasePlanTemplateForProject as remove } from '#shared/flags/contract/project-release-templates.ts'
import { mutation } from '#kernel/use-case.ts'
import { deleteTemplate } from '../../records/release-templates/change-template.ts'
import { requireTemplate } from '../../records/release-templates/templates.store.ts'

export const deleteReleasePlanTemplateForProject = mutation(remove, async (context, { params }) =>
  deleteTemplate(context, await requireTemplate(context.queries, params.templateId, params.projectId)),
)
