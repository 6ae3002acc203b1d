import { z } from 'zod'

import {
  ChangeRequestEnvironmentConfig,
  UpdateChangeRequestEnvironmentConfig,
} from '../schemas/change-request.ts'
import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { inEnvironment, inProject } from '../../contract-engine/place.ts'
import { ProjectParams } from '../../contract-engine/params.ts'
import { PathPart } from '../../schemas/bounded.ts'

const tag = 'Change Requests'
const PROJECT = '/api/admin/projects/:projectId'

export const getProjectChangeRequestConfig = operation({
  operationId: 'getProjectChangeRequestConfig',
  method: 'GET',
  path: `${PROJECT}/change-requests/config`,
  tag,
  summary: "Lists the change request settings of a project's environments",
  access: needs(['UPDATE_PROJECT', 'PROJECT_CHANGE_REQUEST_READ']),
  place: inProject,
  params: ProjectParams,
  responses: { 200: z.array(ChangeRequestEnvironmentConfig).meta({ id: 'changeRequestConfigSchema' }) },
  errors: [404],
  plan: 'enterprise',
  lifecycle: { since: '4.19.0' },
})

export const updateProjectChangeRequestConfig = operation({
  operationId: 'updateProjectChangeRequestConfig',
  method: 'PUT',
  path: `${PROJECT}/environments/:environment/change-requests/config`,
  tag,
  summary: 'Sets whether an environment requires change requests, and the number of approvals',
  description:
    'From 1 to 10 approvals. The number set on the environment itself takes precedence. Open requests keep their number.',
  access: needs(['UPDATE_PROJECT', 'PROJECT_CHANGE_REQUEST_WRITE']),
  place: inEnvironment,
  params: ProjectParams.extend({ environment: PathPart }),
  body: UpdateChangeRequestEnvironmentConfig,
  responses: { 200: null },
  errors: [404],
  plan: 'enterprise',
  lifecycle: { since: '4.19.0' },
})
