import { z } from 'zod'

import { AccessOverviewItem, UserAccessOverview } from '../schemas/access-overview.ts'
import { integerParam } from '../../schemas/scalars.ts'
import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { HeadText, Line } from '../../schemas/bounded.ts'

const shared = { method: 'GET', tag: 'Users', access: needs('ADMIN') } as const
const ScopeQuery = z.object({ project: Line.min(1).optional(), environment: Line.min(1).optional() })
const AccountParams = z.object({ id: integerParam('id') })

export const getAccessOverview = operation({
  ...shared,
  operationId: 'getAccessOverview',
  path: '/api/admin/access/overview',
  summary: 'Lists all access to projects and permissions, also as CSV (`Accept: text/csv`)',
  plan: 'enterprise',
  headers: z.object({ accept: HeadText.optional() }),
  responses: {
    200: z.object({ overview: z.array(AccessOverviewItem) }).meta({ id: 'accessOverviewSchema' }),
  },
  lifecycle: { since: '6.9.0' },
})

export const getUserPermissions = operation({
  ...shared,
  operationId: 'getUserPermissions',
  path: '/api/admin/user-admin/:id/permissions',
  summary: 'Lists the permissions of a user, optionally in a project and environment',
  params: AccountParams,
  query: ScopeQuery,
  responses: { 200: UserAccessOverview },
  errors: [404],
})

export const getServiceAccountPermissions = operation({
  ...shared,
  operationId: 'getServiceAccountPermissions',
  path: '/api/admin/service-account/:id/permissions',
  summary: 'Lists the permissions of a service account, optionally in a project and environment',
  plan: 'enterprise',
  params: AccountParams,
  query: ScopeQuery,
  responses: { 200: UserAccessOverview },
  errors: [404],
})
