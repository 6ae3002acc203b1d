import { z } from 'zod'

import { Group, UpsertGroup } from '../schemas/group.ts'
import { integerParam } from '../../schemas/scalars.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'

const tag = 'Users'
const GROUPS = '/api/admin/groups'
const GroupParams = z.object({ groupId: integerParam('groupId') })
const enterprise = { plan: 'enterprise', lifecycle: { since: '4.14.0' } } as const

export const getGroups = operation({
  operationId: 'getGroups',
  method: 'GET',
  path: GROUPS,
  tag,
  summary: 'Lists all groups with their members, projects and root role',
  access: audienceOnly,
  responses: { 200: z.object({ groups: z.array(Group) }).meta({ id: 'groupsSchema' }) },
  ...enterprise,
})

export const createGroup = operation({
  operationId: 'createGroup',
  method: 'POST',
  path: GROUPS,
  tag,
  summary: 'Creates a group',
  access: needs('ADMIN'),
  body: UpsertGroup,
  responses: { 201: Group },
  location: ({ id }) => `groups/${id}`,
  errors: [409],
  ...enterprise,
})

export const getGroup = operation({
  operationId: 'getGroup',
  method: 'GET',
  path: `${GROUPS}/:groupId`,
  tag,
  summary: 'Returns a group',
  access: audienceOnly,
  params: GroupParams,
  responses: { 200: Group },
  errors: [400, 404],
  ...enterprise,
})

export const updateGroup = operation({
  operationId: 'updateGroup',
  method: 'PUT',
  path: `${GROUPS}/:groupId`,
  tag,
  summary: 'Replaces a group and its members; omitted fields are cleared',
  access: needs('ADMIN'),
  params: GroupParams,
  body: UpsertGroup,
  responses: { 200: Group },
  errors: [404, 409],
  ...enterprise,
})

export const deleteGroup = operation({
  operationId: 'deleteGroup',
  method: 'DELETE',
  path: `${GROUPS}/:groupId`,
  tag,
  summary: 'Deletes a group; a group that does not exist is ignored',
  access: needs('ADMIN'),
  params: GroupParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [400],
  ...enterprise,
})

export const deleteScimGroups = operation({
  operationId: 'deleteScimGroups',
  method: 'DELETE',
  path: `${GROUPS}/scim-groups`,
  tag,
  summary: 'Deletes all groups that SCIM manages',
  access: needs('ADMIN'),
  anyContentType: true,
  responses: { 200: null },
  ...enterprise,
})
