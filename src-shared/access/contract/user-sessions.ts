import { z } from 'zod'

import { integerParam } from '../../schemas/scalars.ts'
import { UserSessions } from '../schemas/user-session.ts'
import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { PathPart } from '../../schemas/bounded.ts'

const tag = 'Users'
const admin = needs('ADMIN')
const SESSIONS = '/api/admin/user-sessions'

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
