import { bind } from '../../../../transport/http/bind.ts'
import { createContextField } from './create-context-field.ts'
import { validateContextFieldName } from './validate-context-field-name.ts'
import { deleteContextField } from './delete-context-field.ts'
import { getContextField } from './get-context-field.ts'
import { getContextFields } from './get-context-fields.ts'
import { getStrategiesByContextField } from './get-strategies-by-context-field.ts'
import { deleteContextFieldLegalValue } from './delete-context-field-legal-value.ts'
import { updateContextFieldLegalValue } from './update-context-field-legal-value.ts'
import { updateContextField } from './update-context-field.ts'

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
