import { isSameActor } from '#kernel/caller.ts'
import type { Identity } from './audience.ts'
import { readCredentials } from './credentials.ts'

type Authenticate = (credentials: { token?: string; cookie?: string }) => Promise<Identity>

/** Makes the check that the credentials of a request still prove the same caller, with the same reach. */
export function validityOf(
  authenticate: Authenticate,
  headers: Parameters<typeof readCredentials>[0],
  { actor, session }: Identity,
): () => Promise<boolean> {
  return async () => {
    const now = await authenticate(readCredentials(headers))
    return now.session === session && isSameActor(now.actor, actor)
  }
}
