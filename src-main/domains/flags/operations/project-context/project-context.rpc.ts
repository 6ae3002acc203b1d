import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { getContextFieldsForProject } from './get-context-fields-for-project.ts'
import { createContextFieldForProject } from './create-context-field-for-project.ts'
import { deleteContextFieldForProject } from './delete-context-field-for-project.ts'
import { updateContextFieldForProject } from './update-context-field-for-project.ts'

export const projectContextRpc = router({
  list: queryOf(getContextFieldsForProject),
  create: mutationOf(createContextFieldForProject),
  update: mutationOf(updateContextFieldForProject),
  remove: mutationOf(deleteContextFieldForProject),
})
