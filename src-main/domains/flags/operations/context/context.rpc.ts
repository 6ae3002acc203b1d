import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { createContextField } from './create-context-field.use-case.ts'
import { deleteContextField } from './delete-context-field.use-case.ts'
import { getContextFields } from './get-context-fields.use-case.ts'
import { updateContextField } from './update-context-field.use-case.ts'

export const contextRpc = router({
  list: queryOf(getContextFields),
  create: mutationOf(createContextField),
  update: mutationOf(updateContextField),
  remove: mutationOf(deleteContextField),
})
