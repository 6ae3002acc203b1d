import {
  deleteSessionsOfUser as ofUser,
  deleteUserSession as one,
  getUserSessions as all,
} from '../../../../../src-shared/contract/user-sessions.ts'
import { notFound } from '../../../../kernel/app-error.ts'
import { mutation, query, type MutationContext } from '../../../../kernel/use-case.ts'
import { deleteSessionsOf } from '../../records/sessions/sessions.store.ts'
import { displayNameOf, type StoredUser } from '../../records/users/user.ts'
import { requirePerson } from '../../records/users/require-person.ts'
import { browserOf, deviceTypeOf } from '../../records/user-sessions/user-agent.ts'
import {
  deleteSession,
  findListedSession,
  readLiveSessions,
} from '../../records/user-sessions/user-sessions.store.ts'

/** Where people are signed in. The id is that of the store: the hash of a secret that only the browser has. */
export const getUserSessions = query(all, async ({ queries, now, caller }, { query: { userId } }) => {
  const sessions = await readLiveSessions(queries, now.toISOString(), userId)
  return {
    sessions: sessions.map(({ userAgent, expiresAt, name: _name, ...session }) => ({
      ...session,
      browser: browserOf(userAgent),
      deviceType: deviceTypeOf(userAgent),
      expiredAt: expiresAt,
      current: session.id === caller.session,
    })),
  }
})

export const deleteUserSession = mutation(one, async (context, { params: { id } }) => {
  const session = await findListedSession(context.queries, id)
  if (!session) throw notFound('No session found')
  await deleteSession(context.queries, id)
  recordEnd(context, { ...session, id: session.userId }, 1)
})

export const deleteSessionsOfUser = mutation(ofUser, async (context, { params: { id } }) => {
  const { queries, now } = context
  const user = await requirePerson(queries, id)
  const ended = await readLiveSessions(queries, now.toISOString(), id)
  await deleteSessionsOf(queries, id)
  if (ended.length > 0) recordEnd(context, user, ended.length)
})

function recordEnd(
  { record }: MutationContext,
  user: Pick<StoredUser, 'id' | 'name' | 'username' | 'email'>,
  sessions: number,
): void {
  record({ type: 'user-sessions-ended', data: { id: user.id, name: displayNameOf(user), sessions } })
}
