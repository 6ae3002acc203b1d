import { bind } from '../../../../transport/http/bind.ts'
import { createContextField, validateContextFieldName } from './create-context-field.use-case.ts'
import { deleteContextField } from './delete-context-field.use-case.ts'
import {
  getContextField,
  getContextFields,
  getStrategiesByContextField,
} from './get-context-fields.use-case.ts'
import { deleteContextFieldLegalValue, updateContextFieldLegalValue } from './legal-values.use-case.ts'
import { updateContextField } from './update-context-field.use-case.ts'

export const contextHttp = [
  bind(getContextFields),
  bind(createContextField, { headers: ({ name }) => ({ location: `context/${name}` }) }),
  bind(validateContextFieldName),
  bind(getContextField),
  bind(updateContextField),
  bind(deleteContextField),
  bind(updateContextFieldLegalValue),
  bind(deleteContextFieldLegalValue),
  bind(getStrategiesByContextField),
]
