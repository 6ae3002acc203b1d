import { bind } from '../../../../transport/http/bind.ts'
import { createApiTokenFormerly } from './create-api-token-formerly.use-case.ts'
import { createApiToken } from './create-api-token.use-case.ts'
import { deleteApiToken } from './delete-api-token.use-case.ts'
import { getAllApiTokens, getApiTokensByName } from './get-api-tokens.use-case.ts'
import type { TokenDirectory } from '../../records/api-tokens/token-directory.ts'
import { updateApiToken } from './update-api-token.use-case.ts'

const LOCATION = { headers: () => ({ location: 'api-tokens' }) }

export const apiTokensHttp = (directory: TokenDirectory) => [
  bind(getAllApiTokens(directory)),
  bind(getApiTokensByName(directory)),
  bind(createApiToken(directory), {
    ...LOCATION,
    formerly: bind(createApiTokenFormerly(directory), LOCATION),
  }),
  bind(updateApiToken(directory)),
  bind(deleteApiToken(directory)),
]
