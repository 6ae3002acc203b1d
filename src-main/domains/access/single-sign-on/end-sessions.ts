import type { MutationContext } from '#kernel/use-case.ts'
import { deleteSessionsOf, readProviderSession, type ProviderSession } from '../sessions/sessions.store.ts'
import { noteSignIn } from './sign-ins.store.ts'

/** Ends all sessions of the caller. Returns the session at the provider that this one came from. */
export async function endOwnSessions(context: MutationContext): Promise<ProviderSession | undefined> {
  const { caller, queries, now } = context
  const { actor, session, ip } = caller
  if (actor.kind !== 'user') return undefined
  const atProvider = session === undefined ? undefined : await readProviderSession(queries, session)
  await deleteSessionsOf(queries, actor.id)
  const { username, id: userId } = actor
  await noteSignIn(queries, { type: 'logout', method: 'session', username, userId, ip, at: now })
  return atProvider
}
