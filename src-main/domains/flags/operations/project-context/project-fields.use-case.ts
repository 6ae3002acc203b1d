import {
  createContextFieldForProject as create,
  deleteContextFieldForProject as remove,
  updateContextFieldForProject as update,
  validateContextFieldNameForProject as validate,
} from '../../../../../src-shared/contract/project-context.ts'
import { mutation, query } from '../../../../kernel/use-case.ts'
import { changeContextField } from '../../records/context/change-context-field.ts'
import { defineContextField } from '../../records/context/define-context-field.ts'
import { removeContextField } from '../../records/context/remove-context-field.ts'
import { requireContextField, requireFreeFieldName } from '../../records/context/require-context-field.ts'
import { withDefaults } from '../../records/context/context-field.ts'
import { requireActiveProject } from '../../../projects/records/projects/projects.store.ts'

/** Defines a field of a project (recorded exchange context-fields/project-context-create). */
export const createContextFieldForProject = mutation(create, async (context, { params, body }) => {
  await requireActiveProject(context.queries, params.projectId)
  return defineContextField(context, body, params.projectId)
})

export const validateContextFieldNameForProject = query(validate, ({ everything }, { body }) =>
  requireFreeFieldName(everything, body.name),
)

export const updateContextFieldForProject = mutation(update, async (context, { params, body }) => {
  const before = await requireContextField(context.visible, params.contextField, params.projectId)
  await changeContextField(context, before, withDefaults(body))
})

export const deleteContextFieldForProject = mutation(remove, async (context, { params }) =>
  removeContextField(
    context,
    await requireContextField(context.visible, params.contextField, params.projectId),
  ),
)
