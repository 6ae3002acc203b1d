import {
  createContextField as create,
  validateContextFieldName as validate,
} from '../../../../../src-shared/contract/context.ts'
import { mutation, query } from '../../../../kernel/use-case.ts'
import { defineContextField } from '../../records/context/define-context-field.ts'
import { requireFreeFieldName } from '../../records/context/require-context-field.ts'

export const createContextField = mutation(create, (context, { body }) => defineContextField(context, body))

/** Whether a new field could have a name. */
export const validateContextFieldName = query(validate, ({ everything }, { body }) =>
  requireFreeFieldName(everything, body.name),
)
