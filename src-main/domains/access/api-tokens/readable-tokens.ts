import type { QueryContext } from '#kernel/use-case.ts'
import { isVisible, permissionsFor, type StoredToken } from './api-token.ts'

/** Makes the check that a token is one that the caller may read. */
export const readable = (context: QueryContext) => (token: StoredToken) =>
  isVisible(context, token) && context.may({ anyOf: permissionsFor('READ', token.type) }).allowed
