import { getValidTokens as validate } from '#shared/clients/contract/edge.ts'
import { query } from '#kernel/use-case.ts'
import type { TokenDirectory } from '#domains/access/records/api-tokens/token-directory.ts'
import { isUnexpired, toEdgeToken } from '../../records/edge/edge-token.ts'

/** Returns the valid ones of the tokens (recorded exchange instance/edge-validate); those that are not are left out. */
export const getValidTokens = ({ tokens: directory }: { tokens: TokenDirectory }) =>
  query(validate, async ({ now }, { body }) => ({
    tokens: [...new Set(body.tokens)].flatMap((secret) => {
      const token = directory.get(secret)
      return token && isUnexpired(token, now) ? [toEdgeToken({ ...token, secret })] : []
    }),
  }))
