import { bind } from '../../transport/http/bind.ts'
import { createApiToken } from './create-api-token.use-case.ts'
import { deleteApiToken } from './delete-api-token.use-case.ts'
import { getAllApiTokens, getApiTokensByName } from './get-api-tokens.use-case.ts'
import type { TokenDirectory } from './token-directory.ts'
import { updateApiToken } from './update-api-token.use-case.ts'

export const apiTokensHttp = (directory: TokenDirectory) => [
  bind(getAllApiTokens(directory)),
  bind(getApiTokensByName(directory)),
  bind(createApiToken(directory), { headers: () => ({ location: 'api-tokens' }) }),
  bind(updateApiToken(directory)),
  bind(deleteApiToken(directory)),
]
