import { z } from 'zod'

import { integerParam } from '../../schemas/scalars.ts'
import {
  AdminCount,
  CreatedUser,
  CreateUser,
  FoundUser,
  Ids,
  InactiveUsers,
  UpdateUser,
  UserAccount,
  Users,
  UsersAndGroups,
  UserWithRole,
} from '../schemas/user-admin.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { Line } from '../../schemas/bounded.ts'

const tag = 'Users'
const USERS = '/api/admin/user-admin'
const admin = needs('ADMIN')
const params = z.object({ id: integerParam('id') })

export const getUsers = operation({
  operationId: 'getUsers',
  method: 'GET',
  path: USERS,
  tag,
  summary: 'Lists the users and the assignable root roles',
  access: admin,
  responses: { 200: Users },
})

export const createUser = operation({
  operationId: 'createUser',
  method: 'POST',
  path: USERS,
  tag,
  summary: 'Creates a user and returns an invite link',
  description:
    'There is no mail server here: `emailSent` is always false, and `inviteLink` is shown this once. ' +
    'At most 20 calls a minute.',
  access: admin,
  body: CreateUser,
  responses: { 201: CreatedUser },
  location: ({ id }) => String(id),
  errors: [400, 429],
})

export const searchUsers = operation({
  operationId: 'searchUsers',
  method: 'GET',
  path: `${USERS}/search`,
  tag,
  summary: 'Searches users by name, username or email, from two characters',
  access: audienceOnly,
  query: z.object({ q: Line.optional() }),
  responses: { 200: z.array(FoundUser).meta({ id: 'usersSearchSchema' }) },
})

export const getBaseUsersAndGroups = operation({
  operationId: 'getBaseUsersAndGroups',
  method: 'GET',
  path: `${USERS}/access`,
  tag,
  summary: 'Lists the users, service accounts and groups that access can be given to',
  access: audienceOnly,
  responses: { 200: UsersAndGroups },
})

export const getAdminCount = operation({
  operationId: 'getAdminCount',
  method: 'GET',
  path: `${USERS}/admin-count`,
  tag,
  summary: 'Counts the Admins: users with and without a password, and service accounts',
  access: admin,
  responses: { 200: AdminCount },
  lifecycle: { since: '5.0.0' },
})

export const getInactiveUsers = operation({
  operationId: 'getInactiveUsers',
  method: 'GET',
  path: `${USERS}/inactive`,
  tag,
  summary: 'Lists the users who have been inactive for 180 days',
  access: admin,
  responses: { 200: InactiveUsers },
  lifecycle: { since: '5.9.0' },
})

export const deleteInactiveUsers = operation({
  operationId: 'deleteInactiveUsers',
  method: 'POST',
  path: `${USERS}/inactive/delete`,
  tag,
  summary: 'Deletes inactive users, all or nothing',
  access: admin,
  body: Ids,
  responses: { 200: null },
  errors: [400, 403],
  lifecycle: { since: '5.9.0' },
})

export const deleteScimUsers = operation({
  operationId: 'deleteScimUsers',
  method: 'DELETE',
  path: `${USERS}/scim-users`,
  tag,
  summary: 'Deletes all users that SCIM manages',
  access: admin,
  anyContentType: true,
  responses: { 200: null },
  lifecycle: { since: '6.0.0' },
})

export const getUser = operation({
  operationId: 'getUser',
  method: 'GET',
  path: `${USERS}/:id`,
  tag,
  summary: 'Returns a user',
  access: admin,
  params,
  responses: { 200: UserWithRole },
  errors: [400, 404],
})

export const updateUser = operation({
  operationId: 'updateUser',
  method: 'PUT',
  path: `${USERS}/:id`,
  tag,
  summary: 'Changes the name, email or root role of a user',
  access: admin,
  params,
  body: UpdateUser,
  responses: { 200: UserWithRole },
  errors: [400, 403, 404],
})

export const deleteUser = operation({
  operationId: 'deleteUser',
  method: 'DELETE',
  path: `${USERS}/:id`,
  tag,
  summary:
    'Deletes a user with sessions, roles and personal access tokens; never the last Admin, nor oneself',
  access: admin,
  params,
  anyContentType: true,
  responses: { 200: null },
  errors: [400, 403, 404],
})

export const getUserAccount = operation({
  operationId: 'getUserAccount',
  everywhere: true,
  method: 'GET',
  path: `${USERS}/:id/account`,
  tag,
  summary: 'Returns the roles of a user with their sources, and the number of personal access tokens',
  description: 'Operation of Halyard; the original service does not have it.',
  access: admin,
  params,
  responses: { 200: UserAccount },
  errors: [400, 404],
})
