import { parseCookie } from 'cookie'

import type { Sealer } from '#kernel/sealer.ts'
import type { AccessDirectory } from '../access/access-directory.ts'
import type { SignInFailures } from '../oidc/sign-in-failures.ts'
import type { WindowSignIn } from '../oidc/window-sign-in.ts'
import type { ProvidedIdentity } from '../single-sign-on/sign-in-with-identity.ts'
import type { Pages } from '../sessions/browser-steps.ts'
import type { SamlRequests } from './saml-requests.ts'

/** Services that sign-in with SAML needs. */
export interface SamlServices extends Pages {
  access: AccessDirectory
  maxParallelSessions: number
  sealer: Sealer
  samlRequests: SamlRequests<SamlSignIn>
  /** Keeps the reasons of failed sign-ins for the page that shows them, and signs the desktop window in. */
  oidc: { failures: SignInFailures; window: WindowSignIn }
  pagesUrl: () => string
}

/** Verified sign-in that waits for its browser. */
export interface SamlSignIn {
  /** Id of the request that it answers. */
  request: string
  identity: ProvidedIdentity
}

/** Cookie that knows a browser again during its sign-in. It opens nothing by itself. */
export const BROWSER_COOKIE = 'halyard-sign-in'

export const SIGNED_OUT_PAGE = '/signed-out'

/** Name in the login history where an answer proves nobody (docs/contract/instance.md#logins). */
export const MISCONFIGURED_PROVIDER = 'Incorrectly configured provider'

/** Reads the browser's secret out of a Cookie header. */
export function browserSecretOf(cookies: string | undefined): string | undefined {
  const secret = parseCookie(cookies ?? '')[BROWSER_COOKIE]
  return secret !== undefined && /^[a-f0-9]{48}$/.test(secret) ? secret : undefined
}
