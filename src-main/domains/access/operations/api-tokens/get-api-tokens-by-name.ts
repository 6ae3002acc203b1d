import { getApiTokensByName as byName } from '#shared/access/contract/api-tokens.ts'
import { query } from '#kernel/use-case.ts'
import { toApiToken } from '../../records/api-tokens/api-token.ts'
import type { TokenDirectory } from '../../records/api-tokens/token-directory.ts'
import { readable } from '../../records/api-tokens/readable-tokens.ts'

export const getApiTokensByName = ({ tokens: directory }: { tokens: TokenDirectory }) =>
  query(byName, async (context, { params: { name } }) => ({
    tokens: directory
      .all()
      .filter((token) => token.tokenName === name)
      .filter(readable(context))
      .map(toApiToken),
  }))
