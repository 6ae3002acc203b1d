import { updateContextField as operation } from '#shared/flags/contract/context.ts'
import { mutation } from '#kernel/use-case.ts'
import { changeContextField } from '../../records/context/change-context-field.ts'
import { withDefaults } from '../../records/context/context-field.ts'
import { requireContextField } from '../../records/context/require-context-field.ts'

/** Replaces a field; what is not sent goes back to its default (docs/contract/flags.md#context-fields). */
export const updateContextField = mutation(operation, async (context, { params, body }) => {
  const before = await requireContextField(context.visible, params.contextField)
  await changeContextField(context, before, withDefaults(body))
})
