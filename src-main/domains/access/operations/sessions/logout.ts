import { logout as operation } from '../../../../../src-shared/access/contract/sessions.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import { deleteSessionsOf } from '../../records/sessions/sessions.store.ts'
import { noteSignIn } from '../../records/single-sign-on/sign-ins.store.ts'

/** Ends all sessions of the caller, in every browser (exchange "Logout"). */
export const logout = mutation(operation, async ({ caller, queries, now }) => {
  const { actor } = caller
  if (actor.kind !== 'user') return
  await deleteSessionsOf(queries, actor.id)
  const { username, id: userId } = actor
  await noteSignIn(queries, { type: 'logout', method: 'session', username, userId, ip: caller.ip, at: now })
})
