import type { ContextField } from '#shared/flags/schemas/context-field.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { updateContextFieldRow } from './context-fields.store.ts'

/** Writes a changed field, and the event with before and after. */
export async function changeContextField(
  context: MutationContext,
  before: ContextField,
  change: Partial<ContextField>,
): Promise<void> {
  const after = { ...before, ...change }
  await updateContextFieldRow(context.queries, after)
  context.record({
    type: 'context-field-updated',
    ...placeOfField(before),
    data: { ...after },
    preData: { ...before },
  })
}

/** The project of a field, for its events. */
export const placeOfField = ({ project }: ContextField) => (project === undefined ? {} : { project })
