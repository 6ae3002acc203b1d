import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { getContextFieldsForProject } from './get-project-fields.use-case.ts'
import {
  createContextFieldForProject,
  deleteContextFieldForProject,
  updateContextFieldForProject,
} from './project-fields.use-case.ts'

export const projectContextRpc = router({
  list: queryOf(getContextFieldsForProject),
  create: mutationOf(createContextFieldForProject),
  update: mutationOf(updateContextFieldForProject),
  remove: mutationOf(deleteContextFieldForProject),
})
