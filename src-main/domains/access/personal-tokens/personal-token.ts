import { AppError, notFound } from '#kernel/app-error.ts'
import { personOf } from '#kernel/caller.ts'
import type { MutationContext, QueryContext } from '#kernel/use-case.ts'
import type { PersonalToken } from '#shared/access/schemas/personal-token.ts'

import type { PersonalTokenDirectory } from './personal-token-directory.ts'
import {
  deletePersonalToken,
  readPersonalTokensOf,
  type StoredPersonalToken,
} from './personal-tokens.store.ts'

/** A personal access token as the API answers it, and as events keep it: its hash stays here. */
export function toPersonalToken({ secretHash: _hash, ...token }: StoredPersonalToken): PersonalToken {
  const { id, description, expiresAt, userId, createdAt, seenAt } = token
  return { id, description, expiresAt, userId, createdAt, seenAt }
}

/**
 * Personal access tokens are a user's: an API token has none, and can make none (recorded exchange
 * passwords-and-tokens/pat-create-with-an-api-token).
 */
export function requireTokenOwner({ caller: { actor } }: QueryContext): number {
  const person = personOf(actor)
  if (person !== undefined) return person
  throw new AppError('ForbiddenError', 'PATs require an authenticated user.')
}

/** Deletes a token of this user: it is refused from the reply on. Answers what it was; throws 404 for any other. */
export async function withdrawPersonalToken(
  context: MutationContext,
  directory: PersonalTokenDirectory,
  { id, userId }: { id: number; userId: number },
): Promise<PersonalToken> {
  const tokens = await readPersonalTokensOf(context.everything, userId)
  const token = tokens.find((one) => one.id === id)
  if (!token) throw notFound('No PAT found.')
  await deletePersonalToken(context.everything, id)
  context.onCommit(() => directory.remove(id))
  return toPersonalToken(token)
}
