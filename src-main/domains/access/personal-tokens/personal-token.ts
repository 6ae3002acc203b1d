import type { PersonalToken } from '#shared/access/schemas/personal-token.ts'
import type { StoredPersonalToken } from './personal-tokens.store.ts'

/** A personal access token as the API answers it, and as events keep it: its hash stays here. */
export function toPersonalToken({ secretHash: _hash, ...token }: StoredPersonalToken): PersonalToken {
  const { id, description, expiresAt, userId, createdAt, seenAt } = token
  return { id, description, expiresAt, userId, createdAt, seenAt }
}
