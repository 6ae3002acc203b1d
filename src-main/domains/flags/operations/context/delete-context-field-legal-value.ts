import { deleteContextFieldLegalValue as remove } from '#shared/flags/contract/context.ts'
import { mutation } from '#kernel/use-case.ts'
import { removeLegalValue } from '../../records/context/change-legal-values.ts'
import { requireContextField } from '../../records/context/require-context-field.ts'

export const deleteContextFieldLegalValue = mutation(remove, async (context, { params }) =>
  removeLegalValue(
    context,
    await requireContextField(context.visible, params.contextField),
    params.legalValue,
  ),
)
