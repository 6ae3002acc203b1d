import { updateContextFieldLegalValue as put } from '#shared/flags/contract/context.ts'
import { mutation } from '#kernel/use-case.ts'
import { putLegalValue } from '../../records/context/change-legal-values.ts'
import { requireContextField } from '../../records/context/require-context-field.ts'

export const updateContextFieldLegalValue = mutation(put, async (context, { params, body }) =>
  putLegalValue(context, await requireContextField(context.visible, params.contextField), body),
)
