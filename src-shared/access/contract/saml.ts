import { z } from 'zod'

import { SamlSettings } from '../schemas/single-sign-on.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { HeadText, Line } from '../../schemas/bounded.ts'

const SETTINGS = '/api/admin/auth/saml/settings'
const settings = {
  tag: 'Auth',
  plan: 'enterprise',
  path: SETTINGS,
  access: needs(['ADMIN', 'UPDATE_AUTH_CONFIGURATION']),
  lifecycle: { since: '4.0.0' },
} as const

export const getSamlSettings = operation({
  ...settings,
  operationId: 'getSamlSettings',
  method: 'GET',
  summary: 'Returns the SAML settings, with the private key masked',
  responses: { 200: SamlSettings },
})

export const setSamlSettings = operation({
  ...settings,
  operationId: 'setSamlSettings',
  method: 'POST',
  summary: 'Replaces the SAML settings',
  body: SamlSettings,
  responses: { 200: SamlSettings },
})

/** Pages of the sign-in, for browsers. Their paths are the ones that identity providers are set up with. */
const page = {
  tag: 'Auth',
  audience: 'open',
  access: audienceOnly,
  plan: 'enterprise',
  lifecycle: { since: '4.0.0' },
} as const
const BrowserHeaders = z.object({ cookie: HeadText.optional(), host: HeadText.optional() })
const message = z.string().min(1).max(300_000)
const Redirected = { responses: { 302: null }, errors: [429] } as const

export const beginSamlSignIn = operation({
  ...page,
  ...Redirected,
  operationId: 'beginSamlSignIn',
  method: 'GET',
  path: '/auth/saml/login',
  summary: 'Sends the browser to the SAML identity provider',
  headers: BrowserHeaders,
  query: z.object({ here: Line.optional(), window: z.string().max(100).optional() }),
})

export const receiveSamlAnswer = operation({
  ...page,
  ...Redirected,
  operationId: 'receiveSamlAnswer',
  method: 'POST',
  path: '/auth/saml/callback',
  summary: 'Accepts the response of the SAML identity provider as a posted form',
  description:
    'A refused answer is kept in the login history with the reason; the browser sees that it was refused.',
  isForm: true,
  bodyLimit: 500 * 1024,
  bounds: { text: 300_000 },
  body: z.object({ SAMLResponse: message, RelayState: z.string().max(1000).optional() }),
})

export const finishSamlSignIn = operation({
  ...page,
  ...Redirected,
  operationId: 'finishSamlSignIn',
  everywhere: true,
  method: 'GET',
  path: '/auth/saml/complete',
  summary: 'Signs the browser in that began the SAML sign-in, once its answer was verified',
  description: 'Halyard’s own: an answer that was posted in another browser signs nobody in.',
  query: z.object({ code: z.string().max(100).optional() }),
  headers: BrowserHeaders,
})

export const getSamlMetadata = operation({
  ...page,
  operationId: 'getSamlMetadata',
  everywhere: true,
  method: 'GET',
  path: '/auth/saml/metadata',
  summary: 'Returns the SAML metadata of this instance for the identity provider',
  responses: { 200: z.string() },
})

const LogoutMessage = z.object({
  SAMLRequest: message.optional(),
  SAMLResponse: message.optional(),
  RelayState: z.string().max(1000).optional(),
  SigAlg: z.string().max(200).optional(),
  Signature: z.string().max(2000).optional(),
})

export const endSamlSession = operation({
  ...page,
  ...Redirected,
  operationId: 'endSamlSession',
  method: 'GET',
  path: '/auth/saml/logout',
  summary: 'Ends the session here and at the SAML identity provider, whichever began it',
  query: LogoutMessage,
  errors: [400, 429],
})

export const endSamlSessionByForm = operation({
  ...page,
  ...Redirected,
  operationId: 'endSamlSessionByForm',
  method: 'POST',
  path: '/auth/saml/logout',
  summary: 'Ends the session here, as the SAML identity provider asks by a form',
  isForm: true,
  bodyLimit: 500 * 1024,
  bounds: { text: 300_000 },
  body: LogoutMessage.pick({ SAMLRequest: true, SAMLResponse: true, RelayState: true }),
})
