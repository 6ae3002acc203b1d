import { z } from 'zod'

import { audienceOnly } from '#shared/contract-engine/access.ts'
import { operation } from '#shared/contract-engine/operation.ts'
import { Line } from '#shared/schemas/bounded.ts'
import { Role } from '../schemas/role.ts'

const tag = 'Users'

/** Profile of the caller (recorded exchange authentication/profile). */
const Profile = z
  .object({
    rootRole: Role,
    projects: z.array(z.string()),
    /** E-mail subscriptions of the caller. Sent while e-mail is on. */
    subscriptions: z.array(z.string()),
    features: z.array(z.unknown()),
    /** The names of the caller's groups; since version 8. */
    groups: z.array(z.string()),
    /** True if the caller signs in with a password; since version 8. */
    canChangePassword: z.boolean(),
  })
  .meta({ id: 'profileSchema' })

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
