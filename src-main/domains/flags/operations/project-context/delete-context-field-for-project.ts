import { deleteContextFieldForProject as remove } from '#shared/flags/contract/project-context.ts'
import { mutation } from '#kernel/use-case.ts'
import { removeContextField } from '../../records/context/remove-context-field.ts'
import { requireContextField } from '../../records/context/require-context-field.ts'

export const deleteContextFieldForProject = mutation(remove, async (context, { params }) =>
  removeContextField(
    context,
    await requireContextField(context.visible, params.contextField, params.projectId),
  ),
)
