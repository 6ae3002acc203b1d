import {
  ChangeRequest,
  ScheduleFeatureEnvironment,
  WaitingChangeRequests,
} from '../schemas/change-request.ts'
import { RequestedChanges } from '../schemas/requested-change.ts'
import { changeRequests, RequestParams, REQUESTS } from './change-requests.ts'
import { needs } from '../../contract-engine/access.ts'
import { controlledInEnvironment } from '../../contract-engine/change-control.ts'
import { operation } from '../../contract-engine/operation.ts'
import { inEnvironment, inFlagEnvironment, inProject } from '../../contract-engine/place.ts'
import { EnvironmentParams, ProjectParams } from '../../contract-engine/params.ts'
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

export const scheduleFeatureEnvironment = operation({
  operationId: 'scheduleFeatureEnvironment',
  everywhere: true,
  method: 'POST',
  path: '/api/halyard/projects/:projectId/features/:featureName/environments/:environment/schedule',
  tag: changeRequests.tag,
  summary: 'Turns a flag on or off in an environment at a time',
  description:
    'Operation of Halyard; the original service does not have it. The change is a scheduled change request without approvals. With ' +
    '`until` instead of `scheduledAt` the flag is turned now, and back at that time. ' +
    'It is applied as its author, who must then still be allowed to make the change directly. To cancel it, reject it.',
  access: needs('UPDATE_FEATURE_ENVIRONMENT'),
  changeControl: controlledInEnvironment('updateEnabled'),
  place: inFlagEnvironment,
  params: EnvironmentParams,
  body: ScheduleFeatureEnvironment,
  responses: { 200: ChangeRequest },
  errors: [404],
})
