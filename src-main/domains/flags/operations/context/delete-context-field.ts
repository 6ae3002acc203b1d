import { deleteContextField as operation } from '#shared/flags/contract/context.ts'
import { mutation } from '#kernel/use-case.ts'
import { removeContextField } from '../../records/context/remove-context-field.ts'
import { requireContextField } from '../../records/context/require-context-field.ts'

export const deleteContextField = mutation(operation, async (context, { params: { contextField } }) =>
  removeContextField(context, await requireContextField(context.visible, contextField)),
)
