import {
  createContextField as create,
  validateContextFieldName as validate,
} from '../../../src-shared/contract/context.ts'
import type { ContextField } from '../../../src-shared/schemas/context-field.ts'
import { mutation, query } from '../../kernel/use-case.ts'
import { insertContextField } from './context-fields.store.ts'
import { withDefaults } from './context-field.ts'
import { requireFreeFieldName } from './require-context-field.ts'

/** Defines a field (semantics.md 10.3, exchanges 313-315). */
export const createContextField = mutation(create, async (context, { body }) => {
  const { queries, now } = context
  await requireFreeFieldName(queries, body.name)
  const field: ContextField = { name: body.name, ...withDefaults(body), createdAt: now.toISOString() }
  await insertContextField(queries, field)
  context.record({ type: 'context-field-created', data: { ...field } })
  return field
})

/** Whether a new field could have a name. */
export const validateContextFieldName = query(validate, ({ queries }, { body }) =>
  requireFreeFieldName(queries, body.name),
)
