import { getContextFieldForProject as one } from '#shared/flags/contract/project-context.ts'
import { query } from '#kernel/use-case.ts'
import { requireReadableField } from '../../records/context/require-context-field.ts'

export const getContextFieldForProject = query(one, ({ queries }, { params }) =>
  requireReadableField(queries, params.contextField, params.projectId),
)
