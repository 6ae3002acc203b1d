import { deleteContextField as operation } from '../../../src-shared/contract/context.ts'
import { AppError } from '../../kernel/app-error.ts'
import { mutation } from '../../kernel/use-case.ts'
import { deleteContextFieldRow } from './context-fields.store.ts'
import { readContextUses } from './context-usage.read-model.ts'
import { requireContextField } from './require-context-field.ts'

/** Deletes a field that no strategy uses (exchanges 329-331). */
export const deleteContextField = mutation(operation, async (context, { params: { contextField } }) => {
  const field = await requireContextField(context.queries, contextField)
  if ((await readContextUses(context.queries)).some((use) => use.field === contextField)) {
    throw new AppError(
      'ConflictError',
      'This context field is in use by existing flags. To delete it, first remove its usage from all flags.',
    )
  }
  await deleteContextFieldRow(context.queries, contextField)
  context.record({ type: 'context-field-deleted', preData: { ...field } })
})
