import { DeprecatedProjectOverview } from '../../../projects/schemas/project-insights.ts'
import { audienceOnly } from '../../../contract-engine/access.ts'
import { operation } from '../../../contract-engine/operation.ts'
import { inProject } from '../../../contract-engine/place.ts'
import { ProjectParams } from '../../../contract-engine/params.ts'
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
