import { createReleasePlanTemplateForProject as create } from '#shared/flags/contract/project-release-templates.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireActiveProject } from '#domains/projects/records/projects/projects.store.ts'
import { createTemplate } from '../../records/release-templates/create-template.ts'
import { toProjectTemplate } from '../../records/release-templates/template.ts'

export const createReleasePlanTemplateForProject = mutation(
  create,
  async (context, { params: { projectId }, body }) => {
    await requireActiveProject(context.queries, projectId)
    return toProjectTemplate(await createTemplate(context, body, projectId))
  },
)
