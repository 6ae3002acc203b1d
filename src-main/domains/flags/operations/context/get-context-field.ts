import { getContextField as one } from '#shared/flags/contract/context.ts'
import { query } from '#kernel/use-case.ts'
import { requireReadableField } from '../../records/context/require-context-field.ts'

export const getContextField = query(one, ({ queries }, { params: { contextField } }) =>
  requireReadableField(queries, contextField),
)
