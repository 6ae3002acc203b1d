import { endOidcSession, getSignInOptions } from '#shared/access/contract/oidc.ts'
import { endSamlSession } from '#shared/access/contract/saml.ts'
import { login, logout } from '#shared/access/contract/sessions.ts'
import type { SignInOptions } from '#shared/access/schemas/single-sign-on.ts'
import { BASE_PATH } from '#lib/base-path.ts'
import { requestAnonymously } from '#lib/anonymous-request.ts'
import { queryClient } from '#lib/queries.ts'

const FAILED = 'sign-in-failed'
/** Pages that end the session here and lead to the provider's sign-out. */
const AT_PROVIDER = { oidc: endOidcSession, saml: endSamlSession }

/** Signs in by password, for which the browser gets its cookie; every screen then reads anew. Throws what is refused. */
export async function signIn(username: string, password: string): Promise<void> {
  await requestAnonymously(login, { body: { username, password } })
  await queryClient.invalidateQueries()
}

/** Reads the ways to sign in, and the reason of the failed sign-in that the address refers to. */
export async function readSignInOptions(): Promise<SignInOptions> {
  const failure = new URLSearchParams(location.search).get(FAILED)
  return requestAnonymously<SignInOptions>(getSignInOptions, { query: failure === null ? {} : { failure } })
}

/**
 * Ends all sessions of the person, and those at a provider that offers it. The page begins anew: it keeps nothing of the
 * person.
 */
export async function signOut(): Promise<void> {
  const { singleSignOut } = await requestAnonymously<SignInOptions>(getSignInOptions, {})
  const [provider] = singleSignOut
  if (provider !== undefined) return location.assign(BASE_PATH + AT_PROVIDER[provider].path)
  await fetch(BASE_PATH + logout.path, { method: logout.method, redirect: 'manual' })
  location.assign(`${BASE_PATH}/`)
}
