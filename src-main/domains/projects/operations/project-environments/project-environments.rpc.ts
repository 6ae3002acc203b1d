import { mutationOf, router } from '../../../../transport/rpc/init.ts'
import { addEnvironmentToProject } from './add-environment.use-case.ts'
import { removeEnvironmentFromProject } from './remove-environment.use-case.ts'

export const projectEnvironmentsRpc = router({
  add: mutationOf(addEnvironmentToProject),
  remove: mutationOf(removeEnvironmentFromProject),
})
