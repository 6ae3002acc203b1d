import { updateContextFieldForProject as update } from '#shared/flags/contract/project-context.ts'
import { mutation } from '#kernel/use-case.ts'
import { changeContextField } from '../../records/context/change-context-field.ts'
import { requireContextField } from '../../records/context/require-context-field.ts'
import { withDefaults } from '../../records/context/context-field.ts'

export const updateContextFieldForProject = mutation(update, async (context, { params, body }) => {
  const before = await requireContextField(context.visible, params.contextField, params.projectId)
  await changeContextField(context, before, withDefaults(body))
})
