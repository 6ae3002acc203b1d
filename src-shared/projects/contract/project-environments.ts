import { ProjectEnvironment } from '../schemas/environment.ts'
import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { inEnvironment, inProject } from '../../contract-engine/place.ts'
import { ProjectParams } from '../../contract-engine/params.ts'
import { PathPart } from '../../schemas/bounded.ts'

const ENVIRONMENTS = '/api/admin/projects/:projectId/environments'
const tag = 'Projects'

export const addEnvironmentToProject = operation({
  operationId: 'addEnvironmentToProject',
  method: 'POST',
  path: ENVIRONMENTS,
  tag,
  summary: 'Adds an environment to a project, with its flags disabled',
  access: needs('UPDATE_PROJECT'),
  place: inProject,
  params: ProjectParams,
  body: ProjectEnvironment,
  responses: { 200: null },
  errors: [404, 409],
})

export const removeEnvironmentFromProject = operation({
  operationId: 'removeEnvironmentFromProject',
  method: 'DELETE',
  path: `${ENVIRONMENTS}/:environment`,
  tag,
  summary: 'Removes an environment from a project, with its strategies and variants',
  access: needs('UPDATE_PROJECT'),
  place: inEnvironment,
  params: ProjectParams.extend({ environment: PathPart }),
  anyContentType: true,
  responses: { 200: null },
  errors: [404],
})
