import { z } from 'zod'

import { Login, Me, User } from '../schemas/user.ts'
import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { secretParam } from '../../contract-engine/secret-params.ts'

/** The cookie of a signed-in browser (docs/contract/access.md#sign-in). */
export const SESSION_COOKIE = 'unleash-session'

/** Cookie of a browser that has signed in with a password. It opens nothing: failed sign-ins of others do not count there. */
export const KNOWN_BROWSER_COOKIE = 'halyard-known-browser'

export const login = operation({
  operationId: 'login',
  method: 'POST',
  path: '/auth/simple/login',
  tag: 'Auth',
  summary: 'Signs in with username or email and password, and sets the session cookie',
  audience: 'open',
  access: audienceOnly,
  body: Login,
  responses: { 200: User.extend({ deletedSessions: z.int(), activeSessions: z.int() }) },
  errors: [401, 429],
  lifecycle: { since: '3.0.0' },
})

export const logout = operation({
  operationId: 'logout',
  method: 'POST',
  path: '/logout',
  tag: 'Auth',
  summary: 'Ends all sessions of the caller',
  audience: 'open',
  access: audienceOnly,
  anyContentType: true,
  responses: { 302: null },
  lifecycle: { since: '3.0.0' },
})

export const getMe = operation({
  operationId: 'getMe',
  method: 'GET',
  path: '/api/admin/user',
  tag: 'Users',
  summary: "Returns the caller and the caller's permissions",
  access: audienceOnly,
  responses: { 200: Me },
  lifecycle: { since: '3.0.0' },
})

export const redeemSignInLink = operation({
  operationId: 'redeemSignInLink',
  everywhere: true,
  method: 'GET',
  path: '/sign-in/:secret',
  tag: 'Auth',
  summary: 'Signs a browser in with the one-time link printed at start',
  description: 'Operation of Halyard; the original service does not have it.',
  audience: 'open',
  access: audienceOnly,
  params: z.object({ secret: secretParam() }),
  responses: { 302: null },
  errors: [401],
})
