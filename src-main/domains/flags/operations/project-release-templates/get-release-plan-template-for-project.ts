import { getReleasePlanTemplateForProject as one } from '#shared/flags/contract/project-release-templates.ts'
import { query } from '#kernel/use-case.ts'
import { toProjectTemplate } from '../../records/release-templates/template.ts'
import { requireTemplate } from '../../records/release-templates/templates.store.ts'

export const getReleasePlanTemplateForProject = query(one, async ({ queries }, { params }) =>
  toProjectTemplate(await requireTemplate(queries, params.templateId, params.projectId)),
)
