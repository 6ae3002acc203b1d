import { z } from 'zod'

import { operation } from '#shared/contract-engine/operation.ts'
import { ProjectParams } from '#shared/contract-engine/params.ts'
import { inProject } from '#shared/contract-engine/place.ts'
import { mayReadAccess, mayWriteAccess } from '#shared/projects/contract/project-access.ts'
import { ProjectAccess } from '#shared/projects/schemas/project-access.ts'
import { integerParam } from '#shared/schemas/scalars.ts'
import { removedInV7 } from './lifecycle.ts'

const PROJECT = '/api/admin/projects/:projectId'
/** Path of the replacements, in the document's notation. */
const TODAY = '/api/admin/projects/{projectId}'
const roleId = integerParam('roleId')
const shared = { tag: 'Projects', plan: 'enterprise' } as const
/** Groups came with 4.14 (document: "User group"). */
const GROUPS = { since: '4.14.0' }

const UserParams = ProjectParams.extend({ userId: integerParam('userId'), roleId })
const GroupParams = ProjectParams.extend({ groupId: integerParam('groupId'), roleId })
const ofUser = {
  ...shared,
  path: `${PROJECT}/users/:userId/roles/:roleId`,
  access: mayWriteAccess,
  params: UserParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [400, 404],
  lifecycle: removedInV7('5.5.0', `${TODAY}/users/{userId}/roles`),
} as const
const ofGroup = {
  ...ofUser,
  path: `${PROJECT}/groups/:groupId/roles/:roleId`,
  params: GroupParams,
  lifecycle: removedInV7('5.5.0', `${TODAY}/groups/{groupId}/roles`, GROUPS),
} as const

/** Users with access to a project, as of the versions before groups could have access. */
const FormerProjectUsers = ProjectAccess.pick({ users: true, roles: true }).meta({
  id: 'projectUsersSchema',
})

const holders = z.array(z.object({ id: z.int() })).max(10_000)

/** Groups and users that get a role. Lists may be empty. */
const RoleAccess = z.object({ groups: holders, users: holders }).meta({ id: 'projectRoleAccessSchema' })

export const getProjectUsers = operation({
  ...shared,
  operationId: 'getProjectUsers',
  method: 'GET',
  path: `${PROJECT}/users`,
  summary: 'Lists the users with access to a project, and the assignable roles',
  access: mayReadAccess,
  place: inProject,
  params: ProjectParams,
  responses: { 200: FormerProjectUsers },
  errors: [404],
  lifecycle: removedInV7('4.14.3', `${TODAY}/access`),
})

export const addRoleAccessToProject = operation({
  ...shared,
  operationId: 'addRoleAccessToProject',
  method: 'POST',
  path: `${PROJECT}/role/:roleId/access`,
  summary: 'Adds a project role to users and groups',
  access: mayWriteAccess,
  place: inProject,
  params: ProjectParams.extend({ roleId }),
  body: RoleAccess,
  responses: { 200: null },
  errors: [400, 404],
  lifecycle: removedInV7('5.5.0', `${TODAY}/access`, GROUPS),
})

export const addRoleForUser = operation({
  ...ofUser,
  operationId: 'addRoleForUser',
  method: 'POST',
  summary: 'Adds a project role to a user',
  place: inProject,
})

export const changeRoleForUser = operation({
  ...ofUser,
  operationId: 'changeRoleForUser',
  method: 'PUT',
  summary: 'Replaces the project roles of a user with one role',
  place: inProject,
})

export const removeRoleForUser = operation({
  ...ofUser,
  operationId: 'removeRoleForUser',
  method: 'DELETE',
  summary: 'Removes one project role of a user',
  description: 'Who does not hold the role loses none: that is no error.',
  place: inProject,
})

export const changeRoleForGroup = operation({
  ...ofGroup,
  operationId: 'changeRoleForGroup',
  method: 'PUT',
  summary: 'Replaces the project roles of a group with one role',
  place: inProject,
})

export const removeRoleForGroup = operation({
  ...ofGroup,
  operationId: 'removeRoleForGroup',
  method: 'DELETE',
  summary: 'Removes one project role of a group',
  description: 'A group that does not hold the role loses none: that is no error.',
  place: inProject,
})
