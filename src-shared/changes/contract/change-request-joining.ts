import { ChangeRequest, WaitingChangeRequests } from '../schemas/change-request.ts'
import { RequestedChanges } from '../schemas/requested-change.ts'
import { changeRequests, RequestParams, REQUESTS } from './change-requests.ts'
import { operation } from '../../contract-engine/operation.ts'
import { inEnvironment, inProject } from '../../contract-engine/place.ts'
import { ProjectParams } from '../../contract-engine/params.ts'
import { PathPart } from '../../schemas/bounded.ts'

export const startChangeRequest = operation({
  ...changeRequests,
  operationId: 'startChangeRequest',
  method: 'POST',
  path: '/api/admin/projects/:projectId/environments/:environment/change-requests/new',
  summary: 'Creates a change request, even if another one is pending',
  place: inEnvironment,
  params: ProjectParams.extend({ environment: PathPart }),
  body: RequestedChanges,
  responses: { 200: ChangeRequest },
  errors: [404, 409],
})

export const addChangesToChosenRequest = operation({
  ...changeRequests,
  operationId: 'addChangesToChosenRequest',
  method: 'POST',
  path: `${REQUESTS}/:id/changes`,
  summary: 'Adds changes to a pending change request of the caller',
  description: 'A request in review or approved returns to review without its approvals.',
  place: inProject,
  params: RequestParams,
  body: RequestedChanges,
  responses: { 200: ChangeRequest },
  errors: [404, 409],
})

export const getWaitingChangeRequests = operation({
  ...changeRequests,
  operationId: 'getWaitingChangeRequests',
  method: 'GET',
  path: '/api/admin/change-requests/waiting',
  summary: 'Lists the change requests of all projects that wait for the caller',
  description: 'At most the newest 100 of each; `total` counts all of them.',
  responses: { 200: WaitingChangeRequests },
})
