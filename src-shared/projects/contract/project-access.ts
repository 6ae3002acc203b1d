import { MEMBER_ROLE_ID } from '../../access/permissions/index.ts'
import {
  AddProjectAccess,
  ProjectAccess,
  ProjectAccessConfiguration,
  ProjectRoles,
} from '../schemas/project-access.ts'
import { integerParam } from '../../schemas/scalars.ts'
import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { inProject } from '../../contract-engine/place.ts'
import { ProjectParams } from '../../contract-engine/params.ts'

const ACCESS = '/api/admin/projects/:projectId/access'
const USER_ROLES = '/api/admin/projects/:projectId/users/:userId/roles'
const GROUP_ROLES = '/api/admin/projects/:projectId/groups/:groupId/roles'
const UserParams = ProjectParams.extend({ userId: integerParam('userId') })
const GroupParams = ProjectParams.extend({ groupId: integerParam('groupId') })

const shared = { tag: 'Projects', plan: 'enterprise' } as const
/**
 * Both are parts of Update project, here and in former contracts. Members see who has access, though no permission listed
 * for their role says so, and change nothing. The guard of granting decides which roles a writer hands out.
 */
export const mayReadAccess = needs(['UPDATE_PROJECT', 'PROJECT_USER_ACCESS_READ'], MEMBER_ROLE_ID)
export const mayWriteAccess = needs(['UPDATE_PROJECT', 'PROJECT_USER_ACCESS_WRITE'])

export const getProjectAccess = operation({
  ...shared,
  operationId: 'getProjectAccess',
  method: 'GET',
  path: ACCESS,
  summary: 'Lists the users and groups with access to a project, and the assignable roles',
  access: mayReadAccess,
  place: inProject,
  params: ProjectParams,
  responses: { 200: ProjectAccess },
  errors: [404],
  lifecycle: { since: '4.14.0' },
})

export const addAccessToProject = operation({
  ...shared,
  operationId: 'addAccessToProject',
  method: 'POST',
  path: ACCESS,
  summary: 'Adds project roles to users and groups',
  access: mayWriteAccess,
  place: inProject,
  params: ProjectParams,
  body: AddProjectAccess,
  responses: { 200: null },
  errors: [404],
  lifecycle: { since: '5.5.0' },
})

export const setProjectAccess = operation({
  ...shared,
  operationId: 'setProjectAccess',
  method: 'PUT',
  path: ACCESS,
  summary: 'Replaces all access to a project; users and groups not listed lose it',
  access: mayWriteAccess,
  place: inProject,
  params: ProjectParams,
  body: ProjectAccessConfiguration,
  responses: { 200: null },
  errors: [404],
  lifecycle: { since: '5.5.0' },
})

export const setRolesForUser = operation({
  ...shared,
  operationId: 'setRolesForUser',
  method: 'PUT',
  path: USER_ROLES,
  summary: 'Sets the roles of a user in a project',
  access: mayWriteAccess,
  place: inProject,
  params: UserParams,
  body: ProjectRoles,
  responses: { 200: null },
  errors: [404],
  lifecycle: { since: '5.5.0' },
})

export const removeUserAccess = operation({
  ...shared,
  operationId: 'removeUserAccess',
  method: 'DELETE',
  path: USER_ROLES,
  summary: 'Removes all project roles of a user; roles held through groups stay',
  access: mayWriteAccess,
  place: inProject,
  params: UserParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [400, 404],
  lifecycle: { since: '5.5.0' },
})

export const setRolesForGroup = operation({
  ...shared,
  operationId: 'setRolesForGroup',
  method: 'PUT',
  path: GROUP_ROLES,
  summary: 'Sets the roles of a group in a project',
  access: mayWriteAccess,
  place: inProject,
  params: GroupParams,
  body: ProjectRoles,
  responses: { 200: null },
  errors: [404],
  lifecycle: { since: '5.5.0' },
})

export const removeGroupAccess = operation({
  ...shared,
  operationId: 'removeGroupAccess',
  method: 'DELETE',
  path: GROUP_ROLES,
  summary: 'Removes all project roles of a group',
  access: mayWriteAccess,
  place: inProject,
  params: GroupParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [400, 404],
  lifecycle: { since: '5.5.0' },
})
