import { bind } from '../../../../transport/http/bind.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import type { TokenDirectory } from '../../../access/records/api-tokens/token-directory.ts'
import { cloneEnvironment } from './clone-environment.use-case.ts'
import { createEnvironment, validateEnvironment } from './create-environment.use-case.ts'
import { removeEnvironment } from './remove-environment.use-case.ts'
import { updateEnvironment } from './update-environment.use-case.ts'

export const environmentLifecycleHttp = (access: AccessDirectory, tokens: TokenDirectory) => [
  bind(createEnvironment, { headers: ({ name }) => ({ location: `environments/${name}` }) }),
  bind(validateEnvironment),
  bind(updateEnvironment),
  bind(removeEnvironment(access, tokens)),
  bind(cloneEnvironment(access)),
]
