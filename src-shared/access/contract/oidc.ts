import { z } from 'zod'

import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { OidcSettings, SignInOptions } from '../schemas/single-sign-on.ts'
import { HeadText, Line } from '../../schemas/bounded.ts'

const settings = {
  tag: 'Auth',
  plan: 'enterprise',
  path: '/api/admin/auth/oidc/settings',
  access: needs(['ADMIN', 'UPDATE_AUTH_CONFIGURATION']),
} as const

export const getOidcSettings = operation({
  ...settings,
  operationId: 'getOidcSettings',
  method: 'GET',
  summary: 'Returns the OpenID Connect settings, with the client secret masked',
  responses: { 200: OidcSettings },
})

export const setOidcSettings = operation({
  ...settings,
  operationId: 'setOidcSettings',
  method: 'POST',
  summary: 'Replaces the OpenID Connect settings',
  description: 'A masked client secret keeps the stored one, as long as the provider has the same address.',
  body: OidcSettings,
  responses: { 200: OidcSettings },
})

/** Pages of the sign-in, for browsers. Providers are set up with these paths. */
const page = {
  tag: 'Auth',
  audience: 'open',
  access: audienceOnly,
  plan: 'enterprise',
  method: 'GET',
  responses: { 302: null },
} as const
const BrowserHeaders = z.object({ cookie: HeadText.optional(), host: HeadText.optional() })
const part = z.string().max(4000).optional()

export const beginOidcSignIn = operation({
  ...page,
  operationId: 'beginOidcSignIn',
  path: '/auth/oidc/login',
  summary: 'Sends the browser to the OpenID Connect provider',
  headers: BrowserHeaders,
  query: z.object({ here: Line.optional(), window: z.string().max(100).optional() }),
  errors: [429],
})

export const finishOidcSignIn = operation({
  ...page,
  operationId: 'finishOidcSignIn',
  path: '/auth/oidc/callback',
  summary: 'Signs the browser in that comes back from the OpenID Connect provider',
  description:
    'A rejected answer is kept in the login history with the reason, and the sign-in page shows it.',
  headers: BrowserHeaders,
  query: z.object({ code: part, state: part, iss: part, error: part, error_description: part }),
  errors: [429],
})

export const endOidcSession = operation({
  ...page,
  operationId: 'endOidcSession',
  path: '/auth/oidc/logout',
  summary: 'Ends all sessions of the caller, and the session at the OpenID Connect provider',
})

export const getSignInOptions = operation({
  operationId: 'getSignInOptions',
  everywhere: true,
  method: 'GET',
  path: '/auth/options',
  tag: 'Auth',
  summary: 'Lists the ways to sign in that are turned on, and why a sign-in failed',
  description: 'Halyard’s own; the service it is compatible with has no such operation.',
  audience: 'open',
  access: audienceOnly,
  query: z.object({ failure: z.string().max(2000).optional() }),
  responses: { 200: SignInOptions },
})
