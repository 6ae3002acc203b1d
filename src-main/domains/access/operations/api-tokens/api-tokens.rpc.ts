import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { createApiToken } from './create-api-token.ts'
import { deleteApiToken } from './delete-api-token.ts'
import { getAllApiTokens } from './get-all-api-tokens.ts'
import type { TokenDirectory } from '../../records/api-tokens/token-directory.ts'

export const apiTokensRpc = (directory: TokenDirectory) =>
  router({
    list: queryOf(getAllApiTokens(directory)),
    create: mutationOf(createApiToken(directory)),
    remove: mutationOf(deleteApiToken(directory)),
  })
