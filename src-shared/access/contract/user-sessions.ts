import { z } from 'zod'

import { needs } from '#shared/contract-engine/access.ts'
import { operation } from '#shared/contract-engine/operation.ts'
import { PathPart } from '#shared/schemas/bounded.ts'
import { Instant, integerParam } from '#shared/schemas/scalars.ts'

const tag = 'Users'
const admin = needs('ADMIN')
const SESSIONS = '/api/admin/user-sessions'

/** Browser session of a signed-in user (docs/contract/access.md#scim). */
export const UserSession = z
  .object({
    id: z.string(),
    userId: z.int(),
    username: z.string().nullable(),
    email: z.string().nullable(),
    ip: z.string().nullable(),
    browser: z.string().nullable(),
    deviceType: z.enum(['desktop', 'mobile', 'tablet']).nullable(),
    createdAt: Instant,
    /** Time at which the session expires. The name is the contract's. */
    expiredAt: Instant,
    /** True for the caller's own session. */
    current: z.boolean(),
  })
  .meta({ id: 'userSessionSchema' })
export type UserSession = z.output<typeof UserSession>

const UserSessions = z.object({ sessions: z.array(UserSession) }).meta({ id: 'userSessionsSchema' })

export const getUserSessions = operation({
  operationId: 'getUserSessions',
  method: 'GET',
  path: SESSIONS,
  tag,
  summary: 'Lists the sessions, newest first, optionally of one user',
  access: admin,
  query: z.object({ userId: integerParam('userId').optional() }),
  responses: { 200: UserSessions },
  errors: [400],
  plan: 'enterprise',
  lifecycle: { since: '8.1.0' },
  // served earlier than in the original, because the window manages sessions through it
  everywhere: true,
})

export const deleteUserSession = operation({
  operationId: 'deleteUserSession',
  method: 'DELETE',
  path: `${SESSIONS}/:id`,
  tag,
  summary: 'Ends a session and signs its browser out',
  access: admin,
  params: z.object({ id: PathPart }),
  anyContentType: true,
  responses: { 200: null },
  errors: [404],
  plan: 'enterprise',
  lifecycle: { since: '8.1.0' },
  everywhere: true,
})

export const deleteSessionsOfUser = operation({
  operationId: 'deleteSessionsOfUser',
  method: 'DELETE',
  path: '/api/admin/user-admin/:id/sessions',
  tag,
  summary: 'Ends all sessions of a user',
  description: 'Operation of Halyard; the original service does not have it.',
  access: admin,
  params: z.object({ id: integerParam('id') }),
  anyContentType: true,
  responses: { 200: null },
  errors: [400, 404],
  everywhere: true,
})
