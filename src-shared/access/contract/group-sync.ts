import { z } from 'zod'

import { GroupSyncRehearsal, GroupSyncsOfUser, RehearseGroupSync } from '../schemas/group-sync.ts'
import { integerParam } from '../../schemas/scalars.ts'
import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'

/** Halyard’s own: the service it is compatible with has no such operations. */
const shared = { tag: 'Users', everywhere: true } as const

export const rehearseGroupSync = operation({
  ...shared,
  operationId: 'rehearseGroupSync',
  method: 'POST',
  path: '/api/admin/auth/group-sync/rehearsal',
  summary: 'Shows which groups and permissions a sign-in would change, without signing in',
  description:
    'Takes an ID token, a SAML response or claims as JSON. The answer is decoded and not verified. Nothing is stored.',
  access: needs('UPDATE_AUTH_CONFIGURATION'),
  body: RehearseGroupSync,
  responses: { 200: GroupSyncRehearsal },
  errors: [404],
})

export const getGroupSyncsOfUser = operation({
  ...shared,
  operationId: 'getGroupSyncsOfUser',
  method: 'GET',
  path: '/api/admin/user-admin/:id/group-syncs',
  summary: 'Lists how the recent sign-ins of a user changed the user’s groups, and why',
  access: needs('ADMIN'),
  params: z.object({ id: integerParam('id') }),
  responses: { 200: GroupSyncsOfUser },
  errors: [400, 404],
})
