import type { QueryContext } from '../../../../kernel/use-case.ts'
import { isVisible, permissionsFor, type StoredToken } from './api-token.ts'

export const readable = (context: QueryContext) => (token: StoredToken) =>
  isVisible(context, token) && context.may({ anyOf: permissionsFor('READ', token.type) }).allowed
