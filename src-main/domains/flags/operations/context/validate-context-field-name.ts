import { validateContextFieldName as validate } from '#shared/flags/contract/context.ts'
import { query } from '#kernel/use-case.ts'
import { requireFreeFieldName } from '../../records/context/require-context-field.ts'

/** Checks whether a name is free for a new context field. */
export const validateContextFieldName = query(validate, ({ everything }, { body }) =>
  requireFreeFieldName(everything, body.name),
)
