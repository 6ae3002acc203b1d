import { z } from 'zod'

import {
  ChangeRequest,
  ListedChangeRequest,
  UpdateChangeRequestState,
  UpdateChangeRequestTitle,
} from '../schemas/change-request.ts'
import { RequestedChange, RequestedChanges } from '../schemas/requested-change.ts'
import { integerParam } from '../../schemas/scalars.ts'
import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { inEnvironment, inFlag, inProject } from '../../contract-engine/place.ts'
import { ProjectParams } from '../../contract-engine/params.ts'

export const REQUESTS = '/api/admin/projects/:projectId/change-requests'
export const RequestParams = ProjectParams.extend({ id: integerParam('id') })
const ChangeParams = ProjectParams.extend({
  changeRequestId: integerParam('changeRequestId'),
  changeId: integerParam('changeId'),
})

export const changeRequests = {
  tag: 'Change Requests',
  access: audienceOnly,
  plan: 'enterprise',
  lifecycle: { since: '4.19.0' },
} as const

export const addChangesToRequest = operation({
  ...changeRequests,
  operationId: 'addChangesToRequest',
  method: 'POST',
  path: '/api/admin/projects/:projectId/environments/:environment/change-requests',
  summary: 'Asks for changes: in the own request that is pending there, or in a new one',
  description:
    'Adding to a request that is in review or approved brings it back to review, and its approvals are void. A change of what the ' +
    'request already changes in the same way takes the place of the former one.',
  place: inEnvironment,
  params: ProjectParams.extend({ environment: z.string() }),
  body: RequestedChanges,
  responses: { 200: ChangeRequest },
  errors: [404, 409],
})

export const getChangeRequests = operation({
  ...changeRequests,
  operationId: 'getChangeRequests',
  method: 'GET',
  path: REQUESTS,
  summary: 'Lists the newest change requests of a project, without their changes',
  place: inProject,
  params: ProjectParams,
  responses: { 200: z.array(ListedChangeRequest) },
  errors: [404],
})

export const getPendingChangeRequests = operation({
  ...changeRequests,
  operationId: 'getPendingChangeRequests',
  method: 'GET',
  path: `${REQUESTS}/pending`,
  summary: 'Lists the own requests that still take changes, newest first',
  place: inProject,
  params: ProjectParams,
  responses: { 200: z.array(ListedChangeRequest) },
  errors: [404],
})

export const getOpenChangeRequests = operation({
  ...changeRequests,
  operationId: 'getOpenChangeRequests',
  method: 'GET',
  path: `${REQUESTS}/open`,
  summary: 'The same list under its former name',
  place: inProject,
  params: ProjectParams,
  responses: { 200: z.array(ListedChangeRequest) },
  errors: [404],
})

export const getPendingChangeRequestsForFeature = operation({
  ...changeRequests,
  operationId: 'getPendingChangeRequestsForFeature',
  method: 'GET',
  path: `${REQUESTS}/pending/:featureName`,
  summary: 'Lists the open requests that change a flag',
  place: inFlag,
  params: ProjectParams.extend({ featureName: z.string() }),
  responses: { 200: z.array(ListedChangeRequest) },
  errors: [404],
})

export const getChangeRequest = operation({
  ...changeRequests,
  operationId: 'getChangeRequest',
  method: 'GET',
  path: `${REQUESTS}/:id`,
  summary: 'Answers a change request; drafts of others are not found',
  place: inProject,
  params: RequestParams,
  responses: { 200: ChangeRequest },
  errors: [400, 404],
})

export const discardChangeRequest = operation({
  ...changeRequests,
  operationId: 'discardChangeRequest',
  method: 'DELETE',
  path: `${REQUESTS}/:id`,
  summary: 'Discards a draft of one’s own',
  place: inProject,
  params: RequestParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [400, 404],
})

export const editChange = operation({
  ...changeRequests,
  operationId: 'editChange',
  method: 'PUT',
  path: `${REQUESTS}/:changeRequestId/changes/:changeId`,
  summary: 'Replaces a change of a request; it gets a new id, and the request is to be reviewed anew',
  place: inProject,
  params: ChangeParams,
  body: RequestedChange,
  responses: { 200: ChangeRequest },
  errors: [404],
})

export const discardChange = operation({
  ...changeRequests,
  operationId: 'discardChange',
  method: 'DELETE',
  path: `${REQUESTS}/:changeRequestId/changes/:changeId`,
  summary: 'Takes a change out of a request, which is to be reviewed anew',
  place: inProject,
  params: ChangeParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [400, 404],
})

export const updateChangeRequestState = operation({
  ...changeRequests,
  operationId: 'updateChangeRequestState',
  method: 'PUT',
  path: `${REQUESTS}/:id/state`,
  summary: 'Sends a request to review, approves, schedules, applies, rejects or cancels it',
  description:
    'Approving needs APPROVE_CHANGE_REQUEST in the environment, and so does rejecting; applying and scheduling need ' +
    'APPLY_CHANGE_REQUEST there. Nobody but an Admin approves what is their own. A request with a conflict is not applied.',
  place: inProject,
  params: RequestParams,
  body: UpdateChangeRequestState,
  responses: { 200: ChangeRequest },
  errors: [404, 409],
})

export const updateChangeRequestTitle = operation({
  ...changeRequests,
  operationId: 'updateChangeRequestTitle',
  method: 'PUT',
  path: `${REQUESTS}/:id/title`,
  summary: 'Gives a change request a title',
  place: inProject,
  params: RequestParams,
  body: UpdateChangeRequestTitle,
  responses: { 204: null },
  errors: [404],
})
