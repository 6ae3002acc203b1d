import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import type { TokenDirectory } from '../../../access/records/api-tokens/token-directory.ts'
import { cloneEnvironment } from './clone-environment.use-case.ts'
import { createEnvironment, validateEnvironment } from './create-environment.use-case.ts'
import { removeEnvironment } from './remove-environment.use-case.ts'
import { updateEnvironment } from './update-environment.use-case.ts'

export const environmentLifecycleRpc = (access: AccessDirectory, tokens: TokenDirectory) =>
  router({
    create: mutationOf(createEnvironment),
    validate: queryOf(validateEnvironment),
    update: mutationOf(updateEnvironment),
    remove: mutationOf(removeEnvironment(access, tokens)),
    clone: mutationOf(cloneEnvironment(access)),
  })
