import { mutationOf, router } from '../../../../transport/rpc/init.ts'
import { addEnvironmentToProject } from './add-environment-to-project.ts'
import { removeEnvironmentFromProject } from './remove-environment-from-project.ts'

export const projectEnvironmentsRpc = router({
  add: mutationOf(addEnvironmentToProject),
  remove: mutationOf(removeEnvironmentFromProject),
})
