import { PersonalDashboard, PersonalDashboardProject } from '../schemas/personal-dashboard.ts'
import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { inProject } from '../../contract-engine/place.ts'
import { ProjectParams } from '../../contract-engine/params.ts'

const shared = {
  method: 'GET',
  tag: 'Projects',
  access: audienceOnly,
  lifecycle: { since: '6.4.0' },
} as const

export const getPersonalDashboard = operation({
  ...shared,
  operationId: 'getPersonalDashboard',
  path: '/api/admin/personal-dashboard',
  summary: "Returns the caller's projects and flags, and the Admins to ask for access",
  responses: { 200: PersonalDashboard },
  errors: [400],
})

export const getPersonalDashboardProjectDetails = operation({
  ...shared,
  operationId: 'getPersonalDashboardProjectDetails',
  path: '/api/admin/personal-dashboard/:projectId',
  summary: "Returns the caller's role in a project, its health and latest events",
  place: inProject,
  params: ProjectParams,
  responses: { 200: PersonalDashboardProject },
  errors: [400, 404],
})
