import type { ContextField } from '#shared/flags/schemas/context-field.ts'
import { AppError } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { placeOfField } from './change-context-field.ts'
import { deleteContextFieldRow } from './context-fields.store.ts'
import { readStrategiesUsingField } from './context-usage.read-model.ts'

/** Deletes a field that no strategy uses (recorded exchanges context-fields/*). */
export async function removeContextField(context: MutationContext, field: ContextField): Promise<void> {
  if ((await readStrategiesUsingField(context.queries, field.name)).length > 0) {
    throw new AppError(
      'ConflictError',
      'This context field is in use by existing flags. To delete it, first remove its usage from all flags.',
    )
  }
  await deleteContextFieldRow(context.queries, field.name)
  context.record({ type: 'context-field-deleted', ...placeOfField(field), preData: { ...field } })
}
