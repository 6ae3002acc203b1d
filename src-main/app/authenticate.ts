import {
  PERSONAL_TOKEN_PREFIX,
  type PersonalTokenDirectory,
} from '#domains/access/personal-tokens/personal-token-directory.ts'
import { SCIM_TOKEN_PREFIX, type ScimAccess } from '#domains/access/scim/scim-access.ts'
import type { TokenDirectory } from '#domains/access/api-tokens/token-directory.ts'
import { findSession } from '#domains/access/sessions/sessions.store.ts'
import {
  SIGNAL_TOKEN_PREFIX,
  type SignalEndpointDirectory,
} from '#domains/signals/signal-endpoints/signal-endpoint-directory.ts'
import { findUser } from '#domains/access/users/users.store.ts'
import { toActor } from '#domains/access/users/user.ts'
import type { Actor, Identity } from '#kernel/caller.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Queries } from '#store/queries.ts'

interface Dependencies {
  tokens: TokenDirectory
  personalTokens: PersonalTokenDirectory
  signalEndpoints: SignalEndpointDirectory
  scim: ScimAccess
  queries: Queries
  clock: Clock
}

const ANONYMOUS: Actor = { kind: 'anonymous' }

/**
 * Identifies the caller: by an API token, personal access token or signal endpoint token from memory, or by
 * the session cookie.
 */
export function createAuthenticator({
  tokens,
  personalTokens,
  signalEndpoints,
  scim,
  queries,
  clock,
}: Dependencies) {
  const userOf = async (id: number | undefined): Promise<Actor | undefined> => {
    const user = id === undefined ? undefined : await findUser(queries, id)
    return user?.deactivatedAt === null ? toActor(user) : undefined
  }
  return async ({ token, cookie }: { token?: string; cookie?: string }): Promise<Identity> => {
    const now = clock.now()
    if (token?.startsWith(PERSONAL_TOKEN_PREFIX)) {
      const actor = await userOf(personalTokens.authenticate(token, now))
      return { actor: actor ?? ANONYMOUS, presented: true }
    }
    const provider = token?.startsWith(SCIM_TOKEN_PREFIX) ? scim.authenticate(token) : undefined
    if (provider) return { actor: provider, presented: true }
    // an API token may begin with the same text
    const sender = token?.startsWith(SIGNAL_TOKEN_PREFIX) ? signalEndpoints.authenticate(token) : undefined
    if (sender) return { actor: sender, presented: true }
    if (token !== undefined) return { actor: tokens.authenticate(token, now) ?? ANONYMOUS, presented: true }
    if (cookie === undefined) return { actor: ANONYMOUS, presented: false }
    const session = await findSession(queries, cookie, now.toISOString())
    const actor = await userOf(session?.userId)
    // treat an expired session as none: the error then says where to log in
    return session && actor
      ? { actor, presented: true, session: session.id }
      : { actor: ANONYMOUS, presented: false }
  }
}
