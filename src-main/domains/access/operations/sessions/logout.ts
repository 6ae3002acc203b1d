import { logout as operation } from '../../../../../src-shared/access/contract/sessions.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import { deleteSessionsOf } from '../../records/sessions/sessions.store.ts'

/** Ends all sessions of the caller, in every browser (exchange "Logout"). */
export const logout = mutation(operation, async ({ caller, queries }) => {
  if (caller.actor.kind === 'user') await deleteSessionsOf(queries, caller.actor.id)
})
