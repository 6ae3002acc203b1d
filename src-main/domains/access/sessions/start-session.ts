import { AppError } from '#kernel/app-error.ts'
import type { Caller } from '#kernel/caller.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { recordSignIn } from '../users/users.store.ts'
import { toActor, type StoredUser } from '../users/user.ts'
import { noteSignIn, type SignInMethod } from '../single-sign-on/sign-ins.store.ts'
import { insertSession, trimSessions, type ProviderSession } from './sessions.store.ts'

/** Lifetime of a session (docs/contract/access.md#sign-in). */
export const SESSION_HOURS = 48

export interface StartedSession {
  secret: string
  user: StoredUser
  deletedSessions: number
  activeSessions: number
}

/** Picks the origin of a sign-in, stored to be shown to the session's owner. */
const originOf = ({ ip, userAgent }: Caller) => ({
  ...(ip === undefined ? {} : { ip }),
  ...(userAgent === undefined ? {} : { userAgent }),
})

interface SessionTerms {
  method: SignInMethod
  /** Setting `maxParallelSessions`. A further sign-in ends the oldest session. */
  maxParallelSessions: number
  /** Groups that the sign-in joined and left, for the login history. */
  groupSync?: unknown
  /** Session at the provider, to be ended with this one. */
  providerSession?: ProviderSession | undefined
}

/**
 * Signs a user in, after any kind of authentication, and adds it to the login history. Throws 403 for a user whom SCIM
 * has deactivated.
 */
export async function startSession(
  context: MutationContext,
  user: StoredUser,
  { method, maxParallelSessions, groupSync, providerSession }: SessionTerms,
): Promise<StartedSession> {
  const { everything, now, ids, caller } = context
  if (user.deactivatedAt !== null)
    throw new AppError(
      'NoAccessError',
      'Your account is deactivated by your identity provider. Ask an Admin of your organisation.',
    )
  const createdAt = now.toISOString()
  const secret = ids.hex(32)
  const expiresAt = new Date(now.getTime() + SESSION_HOURS * 60 * 60 * 1000).toISOString()
  const origin = { ...originOf(caller), ...(providerSession ? { providerSession } : {}) }
  await insertSession(everything, { secret, userId: user.id, createdAt, expiresAt, ...origin })
  await recordSignIn(everything, user.id, createdAt)
  const { deleted, active } = await trimSessions(everything, user.id, maxParallelSessions, createdAt)
  const { username } = toActor(user)
  await noteSignIn(everything, { method, username, userId: user.id, ip: caller.ip, groupSync, at: now })
  context.record({ type: 'user-login', by: toActor(user) })
  // as recordSignIn leaves it (recorded exchange authentication/login-ok)
  const signedIn = { ...user, loginAttempts: 0 }
  return { secret, user: signedIn, deletedSessions: deleted, activeSessions: active }
}
