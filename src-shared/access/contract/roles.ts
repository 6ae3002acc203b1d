import { z } from 'zod'

import {
  AdminPermissions,
  CreateRole,
  Role,
  RoleProjects,
  RoleWithPermissions,
  RoleWithVersion,
  ValidateRole,
} from '../schemas/role.ts'
import { integerParam } from '../../schemas/scalars.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'

const ROLES = '/api/admin/roles'
const RoleParams = z.object({ roleId: integerParam('roleId') })
const shared = { tag: 'Users', plan: 'enterprise', lifecycle: { since: '4.6.0' } } as const
const mayRead = needs(['ADMIN', 'READ_ROLE'])
const mayChange = needs('ADMIN')

export const getPermissions = operation({
  ...shared,
  operationId: 'getPermissions',
  method: 'GET',
  path: '/api/admin/permissions',
  tag: 'Auth',
  summary: 'Lists all permissions, with environment permissions per environment',
  access: audienceOnly,
  responses: { 200: AdminPermissions },
})

export const getRoles = operation({
  ...shared,
  operationId: 'getRoles',
  method: 'GET',
  path: ROLES,
  summary: 'Lists all roles, predefined and custom',
  access: mayRead,
  responses: {
    200: z.object({ version: z.literal(1), roles: z.array(Role) }).meta({ id: 'rolesWithVersionSchema' }),
  },
})

export const createRole = operation({
  ...shared,
  operationId: 'createRole',
  method: 'POST',
  path: ROLES,
  summary: 'Creates a custom role, a project role by default',
  access: mayChange,
  body: CreateRole,
  responses: { 200: RoleWithVersion },
  errors: [409],
})

export const validateRole = operation({
  ...shared,
  operationId: 'validateRole',
  method: 'POST',
  path: `${ROLES}/validate`,
  summary: 'Validates the name of a new role',
  access: mayChange,
  body: ValidateRole,
  responses: { 200: null },
  errors: [409],
})

export const getRoleById = operation({
  ...shared,
  operationId: 'getRoleById',
  method: 'GET',
  path: `${ROLES}/:roleId`,
  summary: 'Returns a role with its permissions',
  access: mayRead,
  params: RoleParams,
  responses: { 200: RoleWithPermissions },
  errors: [400, 404],
})

export const updateRole = operation({
  ...shared,
  operationId: 'updateRole',
  method: 'PUT',
  path: `${ROLES}/:roleId`,
  summary: 'Replaces a custom role and its permissions',
  access: mayChange,
  params: RoleParams,
  body: CreateRole,
  responses: { 200: RoleWithVersion },
  errors: [404, 409],
})

export const deleteRole = operation({
  ...shared,
  operationId: 'deleteRole',
  method: 'DELETE',
  path: `${ROLES}/:roleId`,
  summary: 'Deletes a custom role that is not in use',
  access: mayChange,
  params: RoleParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [400, 404],
})

export const getRoleProjectAccess = operation({
  ...shared,
  operationId: 'getRoleProjectAccess',
  method: 'GET',
  path: '/api/admin/projects/roles/:roleId/access',
  summary: 'Lists the projects in which a role is used, with the number of holders',
  access: mayChange,
  params: RoleParams,
  responses: { 200: RoleProjects },
  errors: [400, 404],
})
