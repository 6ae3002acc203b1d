import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import type { TokenDirectory } from '../../../access/records/api-tokens/token-directory.ts'
import { cloneEnvironment } from './clone-environment.ts'
import { createEnvironment } from './create-environment.ts'
import { validateEnvironment } from './validate-environment.ts'
import { removeEnvironment } from './remove-environment.ts'
import { updateEnvironment } from './update-environment.ts'

export const environmentLifecycleRpc = (access: AccessDirectory, tokens: TokenDirectory) =>
  router({
    create: mutationOf(createEnvironment),
    validate: queryOf(validateEnvironment),
    update: mutationOf(updateEnvironment),
    remove: mutationOf(removeEnvironment(access, tokens)),
    clone: mutationOf(cloneEnvironment(access)),
  })
