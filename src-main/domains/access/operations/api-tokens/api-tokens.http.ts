import { bind } from '../../../../transport/http/bind.ts'
import { createApiTokenFormerly } from './create-api-token-formerly.ts'
import { createApiToken } from './create-api-token.ts'
import { deleteApiToken } from './delete-api-token.ts'
import { getAllApiTokens } from './get-all-api-tokens.ts'
import { getApiTokensByName } from './get-api-tokens-by-name.ts'
import type { TokenDirectory } from '../../records/api-tokens/token-directory.ts'
import { updateApiToken } from './update-api-token.ts'

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
