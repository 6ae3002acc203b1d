import { createContextFieldForProject as create } from '#shared/flags/contract/project-context.ts'
import { mutation } from '#kernel/use-case.ts'
import { defineContextField } from '../../records/context/define-context-field.ts'
import { requireActiveProject } from '#domains/projects/records/projects/projects.store.ts'

/** Defines a field of a project (recorded exchange context-fields/project-context-create). */
export const createContextFieldForProject = mutation(create, async (context, { params, body }) => {
  await requireActiveProject(context.queries, params.projectId)
  return defineContextField(context, body, params.projectId)
})
