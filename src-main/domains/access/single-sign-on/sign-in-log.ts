import type { MutationContext } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'

import { deleteSessionsOf, type ProviderSession, readProviderSession } from '../sessions/sessions.store.ts'
import { countFailedAttempt } from '../users/users.store.ts'
import { noteSignIn, type SignIn } from './sign-ins.store.ts'

/** Store as far as the log needs it. */
interface TransactionStore {
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>
}

/**
 * Keeps failed sign-ins. A rejected request rolls its transaction back, so a failure is written in one of its own, before
 * the error is thrown. Call it outside of transactions only.
 */
export class SignInLog {
  readonly #store: TransactionStore

  constructor(store: TransactionStore) {
    this.#store = store
  }

  /** Adds a failure to the login history, and counts it at the user whose name was used. */
  async noteFailure(entry: SignIn & { failureReason: string }): Promise<void> {
    await this.#store.transaction(async (queries) => {
      await noteSignIn(queries, entry)
      if (entry.userId !== undefined) await countFailedAttempt(queries, entry.userId)
    })
  }
}

/** Ends all sessions of the caller. Returns the session at the provider that this one came from. */
export async function endOwnSessions(context: MutationContext): Promise<ProviderSession | undefined> {
  const { caller, everything, now } = context
  const { actor, session, ip } = caller
  if (actor.kind !== 'user') return undefined
  const atProvider = session === undefined ? undefined : await readProviderSession(everything, session)
  await deleteSessionsOf(everything, actor.id)
  const { username, id: userId } = actor
  await noteSignIn(everything, { type: 'logout', method: 'session', username, userId, ip, at: now })
  return atProvider
}
