import { deleteUserSession as one } from '#shared/access/contract/user-sessions.ts'
import { notFound } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import { deleteSession, findListedSession } from '../../records/user-sessions/user-sessions.store.ts'
import { recordEnd } from '../../records/user-sessions/record-session-end.ts'

export const deleteUserSession = mutation(one, async (context, { params: { id } }) => {
  const session = await findListedSession(context.queries, id)
  if (!session) throw notFound('No session found')
  await deleteSession(context.queries, id)
  recordEnd(context, { ...session, id: session.userId }, 1)
})
