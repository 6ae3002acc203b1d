import { updateReleasePlanTemplateForProject as update } from '#shared/flags/contract/project-release-templates.ts'
import { mutation } from '#kernel/use-case.ts'
import { changeTemplate } from '../../records/release-templates/change-template.ts'
import { toProjectTemplate } from '../../records/release-templates/template.ts'
import { requireTemplate } from '../../records/release-templates/templates.store.ts'

export const updateReleasePlanTemplateForProject = mutation(update, async (context, { params, body }) => {
  const before = await requireTemplate(context.queries, params.templateId, params.projectId)
  return toProjectTemplate(await changeTemplate(context, before, body))
})
