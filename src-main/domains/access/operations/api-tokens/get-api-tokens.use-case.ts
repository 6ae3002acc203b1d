import {
  getAllApiTokens as all,
  getApiTokensByName as byName,
} from '../../../../../src-shared/contract/api-tokens.ts'
import { query, type QueryContext } from '../../../../kernel/use-case.ts'
import {
  isVisible,
  permissionsFor,
  toApiToken,
  type StoredToken,
} from '../../records/api-tokens/api-token.ts'
import type { TokenDirectory } from '../../records/api-tokens/token-directory.ts'

/** The tokens of the kinds the caller may read (docs/contract/access.md#permission-of-each-operation). */
export const getAllApiTokens = (directory: TokenDirectory) =>
  query(all, async (context) => ({ tokens: directory.all().filter(readable(context)).map(toApiToken) }))

export const getApiTokensByName = (directory: TokenDirectory) =>
  query(byName, async (context, { params: { name } }) => ({
    tokens: directory
      .all()
      .filter((token) => token.tokenName === name)
      .filter(readable(context))
      .map(toApiToken),
  }))

const readable = (context: QueryContext) => (token: StoredToken) =>
  isVisible(context, token) && context.may({ anyOf: permissionsFor('READ', token.type) }).allowed
