import { deleteSessionsOfUser as ofUser } from '#shared/access/contract/user-sessions.ts'
import { mutation } from '#kernel/use-case.ts'
import { deleteSessionsOf } from '../../records/sessions/sessions.store.ts'
import { requirePerson } from '../../records/users/require-person.ts'
import { readLiveSessions } from '../../records/user-sessions/user-sessions.store.ts'
import { recordEnd } from '../../records/user-sessions/record-session-end.ts'

export const deleteSessionsOfUser = mutation(ofUser, async (context, { params: { id } }) => {
  const { queries, now } = context
  const user = await requirePerson(queries, id)
  const ended = await readLiveSessions(queries, now.toISOString(), id)
  await deleteSessionsOf(queries, id)
  if (ended.length > 0) recordEnd(context, user, ended.length)
})
