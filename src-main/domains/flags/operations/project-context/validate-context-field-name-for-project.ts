import { validateContextFieldNameForProject as validate } from '#shared/flags/contract/project-context.ts'
import { query } from '#kernel/use-case.ts'
import { requireFreeFieldName } from '../../records/context/require-context-field.ts'

export const validateContextFieldNameForProject = query(validate, ({ everything }, { body }) =>
  requireFreeFieldName(everything, body.name),
)
