import { z } from 'zod'

import { Profile } from '../schemas/profile.ts'
import { Role } from '../schemas/role.ts'
import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { Line } from '../../schemas/bounded.ts'

const tag = 'Users'

export const getProfile = operation({
  operationId: 'getProfile',
  method: 'GET',
  path: '/api/admin/user/profile',
  tag,
  summary: 'Returns the root role and projects of the caller',
  access: audienceOnly,
  responses: { 200: Profile },
  errors: [400],
})

export const getUserRoles = operation({
  operationId: 'getUserRoles',
  method: 'GET',
  path: '/api/admin/user/roles',
  tag,
  summary: "Lists the caller's roles, optionally in a project",
  access: audienceOnly,
  query: z.object({ projectId: Line.optional() }),
  responses: {
    200: z.object({ version: z.literal(1), roles: z.array(Role) }).meta({ id: 'rolesSchema' }),
  },
  errors: [400],
  lifecycle: { since: '5.8.0' },
})
