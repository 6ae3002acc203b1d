import { parseCookie } from 'cookie'

import type { Ids } from '#kernel/ids.ts'
import type { Outbound } from '#kernel/outbound.ts'
import type { Sealer } from '#kernel/sealer.ts'
import type { AccessDirectory } from '../access/access-directory.ts'
import type { Pages } from '../sessions/browser-steps.ts'
import { PendingSignIns } from './pending-sign-ins.ts'
import { SignInFailures } from './sign-in-failures.ts'
import { WindowSignIn } from './window-sign-in.ts'

/** Services that sign-in with OpenID Connect needs. */
export interface OidcServices extends Pages {
  access: AccessDirectory
  maxParallelSessions: number
  sealer: Sealer
  outbound: Outbound
  oidc: OidcState
  pagesUrl: () => string
}

/** State of sign-ins under way, and of the window. */
export interface OidcState {
  pending: PendingSignIns
  failures: SignInFailures
  /** Person whom the desktop window acts as. */
  window: WindowSignIn
}

export const openOidc = (sealer: Sealer, ids: Ids): OidcState => ({
  pending: new PendingSignIns(sealer),
  failures: new SignInFailures(sealer),
  window: new WindowSignIn(ids),
})

/** Cookie that knows a browser again during its sign-in. It opens nothing by itself. */
export const OIDC_COOKIE = 'halyard-oidc'

/** Reads the secret of a browser out of its Cookie header. */
export const browserOf = (cookies: string | undefined): string | undefined =>
  cookies === undefined ? undefined : parseCookie(cookies)[OIDC_COOKIE]

/** Address that the provider sends browsers back to. It has to be registered there. */
export const redirectUriOf = (pagesUrl: string): string => `${pagesUrl}/auth/oidc/callback`

/** Name in the login history where the provider is not usable (docs/contract/instance.md#logins). */
export const MISCONFIGURED_PROVIDER = 'Incorrectly configured provider'
