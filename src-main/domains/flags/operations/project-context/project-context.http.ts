import { bind } from '../../../../transport/http/bind.ts'
import {
  getContextFieldForProject,
  getContextFieldsForProject,
  getStrategiesByContextFieldForProject,
} from './get-project-fields.use-case.ts'
import {
  createContextFieldForProject,
  deleteContextFieldForProject,
  updateContextFieldForProject,
  validateContextFieldNameForProject,
} from './project-fields.use-case.ts'
import {
  deleteContextFieldLegalValueForProject,
  updateContextFieldLegalValueForProject,
} from './project-legal-values.use-case.ts'

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
