import { DeprecatedProjectOverview } from '#shared/projects/schemas/project-insights.ts'
import { audienceOnly } from '#shared/contract-engine/access.ts'
import { operation } from '#shared/contract-engine/operation.ts'
import { inProject } from '#shared/contract-engine/place.ts'
import { ProjectParams } from '#shared/contract-engine/params.ts'
import { removedInV7 } from './lifecycle.ts'

const PROJECT = '/api/admin/projects/:projectId'

export const getDeprecatedProjectOverview = operation({
  operationId: 'getDeprecatedProjectOverview',
  method: 'GET',
  path: PROJECT,
  tag: 'Projects',
  summary: 'Returns a project with its flags',
  access: audienceOnly,
  place: inProject,
  params: ProjectParams,
  responses: { 200: DeprecatedProjectOverview },
  errors: [404],
  lifecycle: removedInV7('5.8.0', '/api/admin/projects/{projectId}/overview'),
})
