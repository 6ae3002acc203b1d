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
import { PathPart } from '../../schemas/bounded.ts'

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
  summary: "Adds changes to the caller's pending change request, or to a new one",
  description:
    'Adding to a request in review or approved returns it to review without its approvals. A change of the same kind to the same ' +
    'target replaces the earlier one.',
  place: inEnvironment,
  params: ProjectParams.extend({ environment: PathPart }),
  body: RequestedChanges,
  responses: { 200: ChangeRequest },
  errors: [404, 409],
})

export const getChangeRequests = operation({
  ...changeRequests,
  operationId: 'getChangeRequests',
  method: 'GET',
  path: REQUESTS,
  summary: 'Lists the newest change requests of a project without their changes',
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
  summary: "Lists the caller's change requests that can still take changes, newest first",
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
  summary: 'Returns the same list under its former name',
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
  summary: 'Lists the open change requests of a flag',
  place: inFlag,
  params: ProjectParams.extend({ featureName: PathPart }),
  responses: { 200: z.array(ListedChangeRequest) },
  errors: [404],
})

export const getChangeRequest = operation({
  ...changeRequests,
  operationId: 'getChangeRequest',
  method: 'GET',
  path: `${REQUESTS}/:id`,
  summary: "Returns a change request; other users' drafts are not found",
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
  summary: "Deletes the caller's own draft change request",
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
  summary: 'Replaces a change of a change request, which then needs a new review',
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
  summary: 'Removes a change from a change request, which then needs a new review',
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
  summary: 'Submits, approves, schedules, applies, rejects or cancels a change request',
  description:
    'Approving needs APPROVE_CHANGE_REQUEST in the environment, and so does rejecting; applying and scheduling need ' +
    'APPLY_CHANGE_REQUEST there. Only an Admin can approve their own request. A request with a conflict is not applied.',
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
  summary: 'Sets the title of a change request',
  place: inProject,
  params: RequestParams,
  body: UpdateChangeRequestTitle,
  responses: { 204: null },
  errors: [404],
})
