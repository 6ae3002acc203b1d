import {
  FlagCreators,
  HealthReport,
  ProjectDora,
  ProjectInsights,
  ProjectStatus,
} from '../schemas/project-insights.ts'
import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { inProject } from '../../contract-engine/place.ts'
import { ProjectParams } from '../../contract-engine/params.ts'

const PROJECT = '/api/admin/projects/:projectId'
const shared = {
  method: 'GET',
  tag: 'Projects',
  access: audienceOnly,
  params: ProjectParams,
  errors: [404],
} as const
const STATUS = `${PROJECT}/status`

export const getProjectStatus = operation({
  ...shared,
  operationId: 'getProjectStatus',
  path: STATUS,
  summary: 'Returns the status of a project: activity, health and lifecycle stages',
  place: inProject,
  responses: { 200: ProjectStatus },
  lifecycle: { since: '6.5.0' },
})

export const getProjectInsights = operation({
  ...shared,
  operationId: 'getProjectInsights',
  path: `${PROJECT}/insights`,
  summary: 'Returns the insights of a project',
  place: inProject,
  responses: { 200: ProjectInsights },
  lifecycle: { since: '5.12.0', deprecated: '6.6.0', replacement: STATUS },
})

export const getProjectDora = operation({
  ...shared,
  operationId: 'getProjectDora',
  path: `${PROJECT}/dora`,
  summary: "Returns the time to production of a project's flags",
  place: inProject,
  responses: { 200: ProjectDora },
  lifecycle: { since: '5.3.0', deprecated: '6.6.0', replacement: STATUS },
})

export const getProjectHealthReport = operation({
  ...shared,
  operationId: 'getProjectHealthReport',
  path: `${PROJECT}/health-report`,
  summary: 'Returns a project with its flags; the overview and the search replace it',
  place: inProject,
  responses: { 200: HealthReport },
  lifecycle: { since: '4.0.0', deprecated: '6.6.0', replacement: `${PROJECT}/overview` },
})

export const getProjectFlagCreators = operation({
  ...shared,
  operationId: 'getProjectFlagCreators',
  path: `${PROJECT}/flag-creators`,
  summary: "Lists the creators of a project's flags",
  place: inProject,
  responses: { 200: FlagCreators },
  lifecycle: { since: '6.2.0' },
})
