import { bind } from '../../../../transport/http/bind.ts'
import type { TokenDirectory } from '../../../access/records/api-tokens/token-directory.ts'
import { createProjectApiToken } from './create-project-api-token.ts'
import { deleteProjectApiToken } from './delete-project-api-token.ts'
import { getProjectApiTokens } from './get-project-api-tokens.ts'

export const projectTokensHttp = (directory: TokenDirectory) => [
  bind(getProjectApiTokens(directory)),
  bind(createProjectApiToken(directory), { headers: () => ({ location: 'api-tokens' }) }),
  bind(deleteProjectApiToken(directory)),
]
