import { bind } from '../../../../transport/http/bind.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import type { TokenDirectory } from '../../../access/records/api-tokens/token-directory.ts'
import { cloneEnvironment } from './clone-environment.ts'
import { createEnvironment } from './create-environment.ts'
import { validateEnvironment } from './validate-environment.ts'
import { removeEnvironment } from './remove-environment.ts'
import { updateEnvironment } from './update-environment.ts'

export const environmentLifecycleHttp = (access: AccessDirectory, tokens: TokenDirectory) => [
  bind(createEnvironment, { headers: ({ name }) => ({ location: `environments/${name}` }) }),
  bind(validateEnvironment),
  bind(updateEnvironment),
  bind(removeEnvironment(access, tokens)),
  bind(cloneEnvironment(access)),
]
