import { notFound } from '#kernel/app-error.ts'
import { mutation, type MutationContext, query } from '#kernel/use-case.ts'
import * as contract from '#shared/access/contract/user-sessions.ts'

import { deleteSessionsOf } from '../sessions/sessions.store.ts'
import { browserOf, deviceTypeOf } from '../sessions/user-agent.ts'
import { deleteSession, findListedSession, readLiveSessions } from '../sessions/user-sessions.store.ts'
import { requirePerson } from '../users/require-person.ts'
import { displayNameOf, type StoredUser } from '../users/user.ts'

/** Lists open sessions. The id is the stored one: the hash of a secret that only the browser has. */
export const getUserSessions = query(
  contract.getUserSessions,
  async ({ visible, now, caller }, { query: { userId } }) => {
    const sessions = await readLiveSessions(visible, now.toISOString(), userId)
    return {
      sessions: sessions.map(({ userAgent, expiresAt, name: _name, ...session }) => ({
        ...session,
        browser: browserOf(userAgent),
        deviceType: deviceTypeOf(userAgent),
        expiredAt: expiresAt,
        current: session.id === caller.session,
      })),
    }
  },
)

/** Records that sessions were ended. */
function recordEnd(
  { record }: MutationContext,
  user: Pick<StoredUser, 'id' | 'name' | 'username' | 'email'>,
  sessions: number,
): void {
  record({ type: 'user-sessions-ended', data: { id: user.id, name: displayNameOf(user), sessions } })
}

export const deleteUserSession = mutation(contract.deleteUserSession, async (context, { params: { id } }) => {
  const session = await findListedSession(context.everything, id)
  if (!session) throw notFound('No session found')
  await deleteSession(context.everything, id)
  recordEnd(context, { ...session, id: session.userId }, 1)
})

export const deleteSessionsOfUser = mutation(
  contract.deleteSessionsOfUser,
  async (context, { params: { id } }) => {
    const { everything, now } = context
    const user = await requirePerson(everything, id)
    const ended = await readLiveSessions(everything, now.toISOString(), id)
    await deleteSessionsOf(everything, id)
    if (ended.length > 0) recordEnd(context, user, ended.length)
  },
)
