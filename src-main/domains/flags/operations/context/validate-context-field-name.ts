import { validateContextFieldName as validate } from '../../../../../src-shared/flags/contract/context.ts'
import { query } from '../../../../kernel/use-case.ts'
import { requireFreeFieldName } from '../../records/context/require-context-field.ts'

/** Whether a new field could have a name. */
export const validateContextFieldName = query(validate, ({ everything }, { body }) =>
  requireFreeFieldName(everything, body.name),
)
