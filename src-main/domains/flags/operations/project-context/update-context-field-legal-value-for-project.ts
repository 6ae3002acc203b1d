import { updateContextFieldLegalValueForProject as put } from '#shared/flags/contract/project-context.ts'
import { mutation } from '#kernel/use-case.ts'
import { putLegalValue } from '../../records/context/change-legal-values.ts'
import { requireContextField } from '../../records/context/require-context-field.ts'

export const updateContextFieldLegalValueForProject = mutation(put, async (context, { params, body }) => {
  const before = await requireContextField(context.visible, params.contextField, params.projectId)
  await putLegalValue(context, before, body)
})
