import { archiveReleasePlanTemplateForProject as archive } from '#shared/flags/contract/project-release-templates.ts'
import { mutation } from '#kernel/use-case.ts'
import { archiveTemplate } from '../../records/release-templates/change-template.ts'
import { requireTemplate } from '../../records/release-templates/templates.store.ts'

export const archiveReleasePlanTemplateForProject = mutation(archive, async (context, { params }) =>
  archiveTemplate(context, await requireTemplate(context.queries, params.templateId, params.projectId)),
)
