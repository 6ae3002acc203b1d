import { hash } from 'node:crypto'

import type { StoredToken } from './api-token.ts'

/** Bytes of the random part of the name that an admin token is listed by. */
export const NAME_BYTES = 8

/** Random secrets need neither salt nor a slow hash; one that an operator chose should be as long. */
export function hashOf(secret: string): string {
  return hash('sha256', secret, 'hex')
}

/**
 * Returns a new token as it is stored. Of an admin token that is a hash, and in place of the secret a name to list and
 * delete it by: it may do everything, and nobody needs to read it again. Tokens of SDKs are listed with their secrets, as
 * the contract has it.
 */
export function concealed(token: StoredToken, random: string): StoredToken {
  if (token.type !== 'admin') return token
  return { ...token, secret: `*:*.hidden-${random}`, secretHash: hashOf(token.secret) }
}
