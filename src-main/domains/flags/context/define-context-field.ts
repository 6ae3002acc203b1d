import type { z } from 'zod'

import type { ContextField, CreateContextField } from '#shared/flags/schemas/context-field.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { placeOfField } from './change-context-field.ts'
import { insertContextField, withDefaults } from './context-fields.store.ts'
import { requireFreeFieldName } from './require-context-field.ts'

/** Defines a field of a project, or of the instance (docs/contract/flags.md#context-fields). */
export async function defineContextField(
  context: MutationContext,
  body: z.output<typeof CreateContextField>,
  project?: string,
): Promise<ContextField> {
  const { everything, now, restored } = context
  await requireFreeFieldName(everything, body.name)
  const field: ContextField = {
    name: body.name,
    ...withDefaults(body),
    createdAt: restored?.createdAt ?? now.toISOString(),
    ...(project === undefined ? {} : { project }),
  }
  await insertContextField(everything, field)
  context.record({ type: 'context-field-created', ...placeOfField(field), data: { ...field } })
  return field
}
