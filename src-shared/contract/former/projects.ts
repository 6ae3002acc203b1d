import { DeprecatedProjectOverview } from '../../schemas/project-insights.ts'
import { audienceOnly } from '../access.ts'
import { operation } from '../operation.ts'
import { ProjectParams } from '../params.ts'
import { removedInV7 } from './lifecycle.ts'

const PROJECT = '/api/admin/projects/:projectId'

export const getDeprecatedProjectOverview = operation({
  operationId: 'getDeprecatedProjectOverview',
  method: 'GET',
  path: PROJECT,
  tag: 'Projects',
  summary: 'Answers a project with its flags',
  access: audienceOnly,
  params: ProjectParams,
  responses: { 200: DeprecatedProjectOverview },
  errors: [404],
  lifecycle: removedInV7('5.8.0', '/api/admin/projects/{projectId}/overview'),
})
