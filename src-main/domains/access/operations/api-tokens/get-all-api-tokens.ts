import { getAllApiTokens as all } from '#shared/access/contract/api-tokens.ts'
import { query } from '#kernel/use-case.ts'
import { toApiToken } from '../../records/api-tokens/api-token.ts'
import type { TokenDirectory } from '../../records/api-tokens/token-directory.ts'
import { readable } from '../../records/api-tokens/readable-tokens.ts'

/** The tokens of the kinds the caller may read (docs/contract/access.md#permission-of-each-operation). */
export const getAllApiTokens = ({ tokens: directory }: { tokens: TokenDirectory }) =>
  query(all, async (context) => ({ tokens: directory.all().filter(readable(context)).map(toApiToken) }))
