import { UnreadableSecret, type Sealer } from '#kernel/sealer.ts'
import type { ProviderSession } from '../sessions/sessions.store.ts'

const PURPOSE = 'ID token of a session'
/** A sign-out sends it in an address: no provider reads a longer one. */
const MAX_LENGTH = 16_000

/** Session at the provider, with its ID token sealed: single sign-out names it, at any Halyard and after a restart. */
export const sessionWithIdToken = (sealer: Sealer, idToken: string): ProviderSession => ({
  integration: 'oidc',
  ...(idToken.length > MAX_LENGTH ? {} : { idToken: sealer.seal(idToken, PURPOSE) }),
})

/** Reads the ID token of a session. Without one the provider asks the person which session to end. */
export function idTokenOf(sealer: Sealer, { idToken }: ProviderSession): string | undefined {
  if (idToken === undefined) return undefined
  try {
    return sealer.open(idToken, PURPOSE)
  } catch (error) {
    if (error instanceof UnreadableSecret) return undefined
    throw error
  }
}
