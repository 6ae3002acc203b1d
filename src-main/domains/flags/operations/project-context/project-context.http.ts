import { bind } from '../../../../transport/http/bind.ts'
import { getContextFieldForProject } from './get-context-field-for-project.ts'
import { getContextFieldsForProject } from './get-context-fields-for-project.ts'
import { getStrategiesByContextFieldForProject } from './get-strategies-by-context-field-for-project.ts'
import { createContextFieldForProject } from './create-context-field-for-project.ts'
import { deleteContextFieldForProject } from './delete-context-field-for-project.ts'
import { updateContextFieldForProject } from './update-context-field-for-project.ts'
import { validateContextFieldNameForProject } from './validate-context-field-name-for-project.ts'
import { deleteContextFieldLegalValueForProject } from './delete-context-field-legal-value-for-project.ts'
import { updateContextFieldLegalValueForProject } from './update-context-field-legal-value-for-project.ts'

export const projectContextHttp = [
  bind(getContextFieldsForProject),
  bind(createContextFieldForProject, { headers: ({ name }) => ({ location: `context/${name}` }) }),
  bind(validateContextFieldNameForProject),
  bind(getContextFieldForProject),
  bind(updateContextFieldForProject),
  bind(deleteContextFieldForProject),
  bind(updateContextFieldLegalValueForProject),
  bind(deleteContextFieldLegalValueForProject),
  bind(getStrategiesByContextFieldForProject),
]
