import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { createContextField } from './create-context-field.ts'
import { deleteContextField } from './delete-context-field.ts'
import { getContextFields } from './get-context-fields.ts'
import { updateContextField } from './update-context-field.ts'

export const contextRpc = router({
  list: queryOf(getContextFields),
  create: mutationOf(createContextField),
  update: mutationOf(updateContextField),
  remove: mutationOf(deleteContextField),
})
