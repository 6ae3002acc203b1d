import { AppError } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { ContextField } from '#shared/flags/schemas/context-field.ts'
import { deleteContextFieldRow, updateContextFieldRow } from './context-fields.store.ts'
import { readStrategiesUsingField } from './context-usage.read-model.ts'

/** Writes a changed field, and the event with before and after. */
export async function changeContextField(
  context: MutationContext,
  before: ContextField,
  change: Partial<ContextField>,
): Promise<void> {
  const after = { ...before, ...change }
  await updateContextFieldRow(context.everything, after)
  context.record({
    type: 'context-field-updated',
    ...placeOfField(before),
    data: { ...after },
    preData: { ...before },
  })
}

/** The project of a field, for its events. */
export const placeOfField = ({ project }: ContextField) => (project === undefined ? {} : { project })

/** Deletes a field that no strategy uses (recorded exchanges context-fields/*). */
export async function removeContextField(context: MutationContext, field: ContextField): Promise<void> {
  if ((await readStrategiesUsingField(context.everything, field.name)).length > 0) {
    throw new AppError(
      'ConflictError',
      'This context field is in use by existing flags. To delete it, first remove its usage from all flags.',
    )
  }
  await deleteContextFieldRow(context.everything, field.name)
  context.record({ type: 'context-field-deleted', ...placeOfField(field), preData: { ...field } })
}
