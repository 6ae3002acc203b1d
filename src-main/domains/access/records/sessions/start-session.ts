import type { Caller } from '../../../../kernel/caller.ts'
import type { MutationContext } from '../../../../kernel/use-case.ts'
import { recordSignIn } from '../users/users.store.ts'
import { toActor, type StoredUser } from '../users/user.ts'
import { insertSession, trimSessions } from './sessions.store.ts'

/** Lifetime of a session (docs/contract/access.md#sign-in). */
export const SESSION_HOURS = 48

/** Enterprise default of MAX_PARALLEL_SESSIONS. A further sign-in ends the oldest session. */
export const MAX_PARALLEL_SESSIONS = 100

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

/** Signs a user in, after any kind of authentication. */
export async function startSession(context: MutationContext, user: StoredUser): Promise<StartedSession> {
  const { queries, now, ids, caller } = context
  const createdAt = now.toISOString()
  const secret = ids.hex(32)
  const expiresAt = new Date(now.getTime() + SESSION_HOURS * 60 * 60 * 1000).toISOString()
  await insertSession(queries, { secret, userId: user.id, createdAt, expiresAt, ...originOf(caller) })
  await recordSignIn(queries, user.id, createdAt)
  const { deleted, active } = await trimSessions(queries, user.id, MAX_PARALLEL_SESSIONS, createdAt)
  context.record({ type: 'user-login', by: toActor(user) })
  return { secret, user, deletedSessions: deleted, activeSessions: active }
}
