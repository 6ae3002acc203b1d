import type { PublicSignupToken } from '#shared/access/schemas/public-signup.ts'
import type { Queries } from '#store/queries.ts'
import type { StoredSignupToken } from './public-signup.store.ts'
import { toPublicSignupTokens } from './signup-token.ts'

/** Shows an invite link with the people who came by it. */
export async function answerSignupToken(
  queries: Queries,
  token: StoredSignupToken,
  pagesUrl: () => string,
): Promise<PublicSignupToken> {
  const [answered] = await toPublicSignupTokens(queries, [token], pagesUrl)
  if (!answered) throw new Error('the role of an invite link is not there')
  return answered
}

/** Builds the event data of a signup link. The secret is left out: anyone who has it can join. */
export function signupTokenInEvents({
  name,
  enabled,
  expiresAt,
  roleId,
}: StoredSignupToken): Record<string, unknown> {
  return { name, enabled, expiresAt, role: roleId }
}
