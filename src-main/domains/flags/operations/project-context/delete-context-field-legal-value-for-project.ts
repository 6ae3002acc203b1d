import { deleteContextFieldLegalValueForProject as remove } from '#shared/flags/contract/project-context.ts'
import { mutation } from '#kernel/use-case.ts'
import { removeLegalValue } from '../../records/context/change-legal-values.ts'
import { requireContextField } from '../../records/context/require-context-field.ts'

export const deleteContextFieldLegalValueForProject = mutation(remove, async (context, { params }) => {
  const before = await requireContextField(context.visible, params.contextField, params.projectId)
  await removeLegalValue(context, before, params.legalValue)
})
