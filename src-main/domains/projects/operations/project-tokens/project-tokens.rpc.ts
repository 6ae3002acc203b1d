import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import type { TokenDirectory } from '../../../access/records/api-tokens/token-directory.ts'
import { createProjectApiToken } from './create-project-api-token.ts'
import { deleteProjectApiToken } from './delete-project-api-token.ts'
import { getProjectApiTokens } from './get-project-api-tokens.ts'

export const projectTokensRpc = (directory: TokenDirectory) =>
  router({
    list: queryOf(getProjectApiTokens(directory)),
    create: mutationOf(createProjectApiToken(directory)),
    remove: mutationOf(deleteProjectApiToken(directory)),
  })
