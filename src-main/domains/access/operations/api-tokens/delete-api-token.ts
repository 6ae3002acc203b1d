import { deleteApiToken as operation } from '#shared/access/contract/api-tokens.ts'
import { mutation } from '#kernel/use-case.ts'
import { isVisible, permissionsFor } from '../../records/api-tokens/api-token.ts'
import type { TokenDirectory } from '../../records/api-tokens/token-directory.ts'
import { withdrawToken } from '../../records/api-tokens/withdraw-token.ts'

/**
 * Deletes a token: it is refused from the next request on. An unknown one is no error (recorded exchange
 * api-tokens/delete-again).
 */
export const deleteApiToken = ({ tokens: directory }: { tokens: TokenDirectory }) =>
  mutation(operation, async (context, { params: { token: secret } }) => {
    const token = directory.find(secret)
    if (!token || !isVisible(context, token)) return
    context.demand({ anyOf: permissionsFor('DELETE', token.type) })
    await withdrawToken(context, directory, token)
  })
