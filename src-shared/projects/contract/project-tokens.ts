import { ApiToken, ApiTokens, CreateProjectApiToken } from '../../access/schemas/api-token.ts'
import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { inProject } from '../../contract-engine/place.ts'
import { ProjectParams } from '../../contract-engine/params.ts'
import { secretParam } from '../../contract-engine/secret-params.ts'

const tag = 'Projects'
const TOKENS = '/api/admin/projects/:projectId/api-tokens'

export const getProjectApiTokens = operation({
  operationId: 'getProjectApiTokens',
  method: 'GET',
  path: TOKENS,
  tag,
  summary: 'Lists the API tokens of a project',
  access: needs('READ_PROJECT_API_TOKEN'),
  place: inProject,
  params: ProjectParams,
  responses: { 200: ApiTokens },
  errors: [404],
})

export const createProjectApiToken = operation({
  operationId: 'createProjectApiToken',
  method: 'POST',
  path: TOKENS,
  tag,
  summary: 'Creates a backend or frontend token for one project',
  access: needs('CREATE_PROJECT_API_TOKEN'),
  place: inProject,
  params: ProjectParams,
  body: CreateProjectApiToken,
  responses: { 201: ApiToken },
  location: () => 'api-tokens',
  errors: [404],
})

export const deleteProjectApiToken = operation({
  operationId: 'deleteProjectApiToken',
  method: 'DELETE',
  path: `${TOKENS}/:token`,
  tag,
  summary: 'Deletes an API token that belongs to this project only',
  access: needs('DELETE_PROJECT_API_TOKEN'),
  place: inProject,
  params: ProjectParams.extend({ token: secretParam() }),
  anyContentType: true,
  responses: { 200: null },
  errors: [400, 404],
})
