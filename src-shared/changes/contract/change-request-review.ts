import { z } from 'zod'

import {
  AddChangeRequestComment,
  ChangeRequestCount,
  ChangeRequestSearch,
  FoundChangeRequest,
  Reviewers,
  UpdateReviewers,
} from '../schemas/change-request.ts'
import { ChangeRequestChecks } from '../schemas/change-request-checks.ts'
import { AdvancedPlaygroundResponse, SdkContext } from '../../insight/schemas/playground.ts'
import { integerParam, QueryList } from '../../schemas/scalars.ts'
import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { inEnvironment, inProject } from '../../contract-engine/place.ts'
import { ProjectParams } from '../../contract-engine/params.ts'
import { PathPart } from '../../schemas/bounded.ts'

/** Operations for reviewing, discussing and finding change requests. */
const REQUESTS = '/api/admin/projects/:projectId/change-requests'
const RequestParams = ProjectParams.extend({ id: integerParam('id') })

const common = {
  tag: 'Change Requests',
  access: audienceOnly,
  plan: 'enterprise',
  lifecycle: { since: '4.19.0' },
} as const

export const addChangeRequestComment = operation({
  ...common,
  operationId: 'addChangeRequestComment',
  method: 'POST',
  path: `${REQUESTS}/:id/comments`,
  summary: 'Adds a comment to a change request',
  place: inProject,
  params: RequestParams,
  body: AddChangeRequestComment,
  responses: { 204: null },
  errors: [404],
})

export const getRequestedApprovers = operation({
  ...common,
  operationId: 'getRequestedApprovers',
  method: 'GET',
  path: `${REQUESTS}/:id/approvers`,
  summary: 'Lists the requested reviewers of a change request',
  place: inProject,
  params: RequestParams,
  responses: { 200: Reviewers },
  errors: [400, 404],
})

export const updateRequestedApprovers = operation({
  ...common,
  operationId: 'updateRequestedApprovers',
  method: 'PUT',
  path: `${REQUESTS}/:id/approvers`,
  summary: 'Sets the requested reviewers of a change request',
  place: inProject,
  params: RequestParams,
  body: UpdateReviewers,
  responses: { 204: null },
  errors: [404],
})

export const getAvailableReviewers = operation({
  ...common,
  operationId: 'getAvailableReviewers',
  method: 'GET',
  path: `${REQUESTS}/available-reviewers/:environment`,
  summary: 'Lists the users who may approve change requests in a project environment',
  place: inEnvironment,
  params: ProjectParams.extend({ environment: PathPart }),
  responses: { 200: Reviewers },
  errors: [404],
})

export const getChangeRequestCount = operation({
  ...common,
  operationId: 'getChangeRequestCount',
  method: 'GET',
  path: `${REQUESTS}/count`,
  summary: 'Counts the change requests of a project by state',
  place: inProject,
  params: ProjectParams,
  responses: { 200: ChangeRequestCount },
  errors: [404],
})

export const getActionableChangeRequests = operation({
  ...common,
  operationId: 'getActionableChangeRequests',
  method: 'GET',
  path: `${REQUESTS}/actionable`,
  summary: 'Counts the change requests of a project that wait for the caller',
  place: inProject,
  params: ProjectParams,
  responses: { 200: z.object({ total: z.int() }).meta({ id: 'changeRequestActionableSchema' }) },
  errors: [404],
})

export const getScheduledChangeRequests = operation({
  ...common,
  operationId: 'getScheduledChangeRequests',
  method: 'GET',
  path: `${REQUESTS}/scheduled`,
  summary: 'Lists the scheduled change requests that affect given flags, strategies or variants',
  place: inProject,
  params: ProjectParams,
  query: z.object({
    feature: QueryList.optional(),
    strategyId: QueryList.optional(),
    variantForFlag: QueryList.optional(),
  }),
  responses: {
    200: z.array(z.object({ id: z.int(), environment: z.string(), title: z.string().optional() })),
  },
  errors: [404],
})

export const searchChangeRequests = operation({
  ...common,
  operationId: 'searchChangeRequests',
  method: 'GET',
  path: '/api/admin/search/change-requests',
  summary: 'Searches the change requests of all projects, newest first',
  query: ChangeRequestSearch,
  responses: { 200: z.object({ changeRequests: z.array(FoundChangeRequest), total: z.int() }) },
  lifecycle: { since: '7.4.0' },
})

export const getPlaygroundForChangeRequest = operation({
  ...common,
  operationId: 'getPlaygroundForChangeRequest',
  method: 'POST',
  path: '/api/admin/playground/change-request/:id',
  tag: 'Playground',
  summary: 'Evaluates the flags for a context as if a change request were applied',
  description: 'For requests in review, approved or scheduled. Nothing is applied.',
  params: z.object({ id: integerParam('id') }),
  body: z.object({ context: SdkContext }).meta({ id: 'playgroundChangeRequestSchema' }),
  responses: { 200: AdvancedPlaygroundResponse },
  errors: [404, 409],
})

/** Halyard's own (ADR 84). */
export const checkChangeRequest = operation({
  tag: 'Change Requests',
  everywhere: true,
  access: audienceOnly,
  operationId: 'checkChangeRequest',
  method: 'GET',
  path: '/api/halyard/change-requests/:id/checks',
  summary: 'Checks a change request against policies and expectations',
  description:
    'Operation of Halyard. For requests that are open or scheduled: as if it were applied now. Nothing is applied. Expectations are those ' +
    'of its flags in its environment; of all flags of the project, where it changes a segment. A request with conflicts is 409.',
  params: z.object({ id: integerParam('id') }),
  responses: { 200: ChangeRequestChecks },
  errors: [400, 404, 409],
})
