import { z } from 'zod'

import { ChangeRequest, WaitingChangeRequests } from '../schemas/change-request.ts'
import { RequestedChanges } from '../schemas/requested-change.ts'
import { changeRequests, RequestParams, REQUESTS } from './change-requests.ts'
import { operation } from '../../contract-engine/operation.ts'
import { inEnvironment, inProject } from '../../contract-engine/place.ts'
import { ProjectParams } from '../../contract-engine/params.ts'

export const startChangeRequest = operation({
  ...changeRequests,
  operationId: 'startChangeRequest',
  method: 'POST',
  path: '/api/admin/projects/:projectId/environments/:environment/change-requests/new',
  summary: 'Asks for changes in a new request, also where one is pending',
  place: inEnvironment,
  params: ProjectParams.extend({ environment: z.string() }),
  body: RequestedChanges,
  responses: { 200: ChangeRequest },
  errors: [404, 409],
})

export const addChangesToChosenRequest = operation({
  ...changeRequests,
  operationId: 'addChangesToChosenRequest',
  method: 'POST',
  path: `${REQUESTS}/:id/changes`,
  summary: 'Asks for changes in a pending request of one’s own',
  description: 'A request that is in review or approved goes back to review, and its approvals are void.',
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
  summary:
    'Lists what waits for the caller in all projects: to review, to apply, and scheduled requests that failed',
  description: 'At most the newest 100 of each; `total` counts all of them.',
  responses: { 200: WaitingChangeRequests },
})
