import type { Actor } from '../kernel/caller.ts'
import type { Clock } from '../kernel/clock.ts'
import type { TokenDirectory } from '../features/api-tokens/index.ts'
import { findSessionUser } from '../features/sessions/index.ts'
import { findUser, toActor } from '../features/users/index.ts'
import type { Queries } from '../store/queries.ts'
import type { Identity } from '../transport/http/audience.ts'

const ANONYMOUS: Actor = { kind: 'anonymous' }

/** Finds who comes: by API token from memory, or by the session cookie. */
export function createAuthenticator(tokens: TokenDirectory, queries: Queries, clock: Clock) {
  return async ({ token, cookie }: { token?: string; cookie?: string }): Promise<Identity> => {
    if (token !== undefined)
      return { actor: tokens.authenticate(token, clock.now()) ?? ANONYMOUS, presented: true }
    if (cookie === undefined) return { actor: ANONYMOUS, presented: false }
    const userId = await findSessionUser(queries, cookie, clock.now().toISOString())
    const user = userId === undefined ? undefined : await findUser(queries, userId)
    // a session that has ended is as if there were none: the answer says where to log in
    return user ? { actor: toActor(user), presented: true } : { actor: ANONYMOUS, presented: false }
  }
}
