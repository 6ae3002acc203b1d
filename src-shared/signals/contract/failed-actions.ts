import { z } from 'zod'

import { ActionSetEvent } from '../schemas/action.ts'
import {
  DismissFailedActions,
  FailedActionCount,
  FailedActions,
  RetriedActions,
  RetryFailedActions,
} from '../schemas/failed-action.ts'
import { integerParam, QueryInteger } from '../../schemas/scalars.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { ACTIONS, ofActions } from './actions.ts'
import { operation } from '../../contract-engine/operation.ts'
import { inProject } from '../../contract-engine/place.ts'
import { ProjectParams } from '../../contract-engine/params.ts'

const FAILED = '/api/admin/failed-actions'
const IdParams = ProjectParams.extend({ id: integerParam('id') })
/** Only Admins may write, as for action sets. */
const write = { ...ofActions, method: 'POST', access: needs('ADMIN') } as const

export const getFailedActions = operation({
  ...ofActions,
  operationId: 'getFailedActions',
  method: 'GET',
  path: FAILED,
  summary: 'Lists the failed executions that were neither retried nor dismissed, newest first',
  description:
    'Each with what would make it fail again. Only projects whose settings the caller may read are in it.',
  access: audienceOnly,
  query: z.object({
    project: z.string().max(100).optional(),
    actionSetId: QueryInteger.optional(),
    signalId: QueryInteger.optional(),
    limit: QueryInteger.pipe(z.int().min(1).max(100)).optional(),
    offset: QueryInteger.pipe(z.int().min(0)).optional(),
  }),
  responses: { 200: FailedActions },
  errors: [400],
})

export const countFailedActions = operation({
  ...ofActions,
  operationId: 'countFailedActions',
  method: 'GET',
  path: `${FAILED}/count`,
  summary: 'Counts the failed executions that were neither retried nor dismissed',
  access: audienceOnly,
  responses: { 200: FailedActionCount },
})

export const retryFailedAction = operation({
  ...write,
  operationId: 'retryFailedAction',
  path: `${ACTIONS}/executions/:id/retry`,
  summary: 'Retries a failed execution',
  description:
    'The set is executed as it is now, all its actions from the first on. A failure is retried once.',
  place: inProject,
  params: IdParams,
  anyContentType: true,
  responses: { 200: ActionSetEvent },
  errors: [400, 404, 409],
})

export const retryFailedActions = operation({
  ...write,
  operationId: 'retryFailedActions',
  path: `${ACTIONS}/:id/retry`,
  summary: 'Retries up to ten failed executions of an action set, oldest first',
  description: 'Send `upTo` of the answer with the next request until none is left.',
  place: inProject,
  params: IdParams,
  body: RetryFailedActions,
  responses: { 200: RetriedActions },
  errors: [404, 409],
})

export const dismissFailedActions = operation({
  ...write,
  operationId: 'dismissFailedActions',
  path: `${ACTIONS}/dismiss-failed`,
  summary: 'Dismisses failed executions of a project',
  place: inProject,
  params: ProjectParams,
  body: DismissFailedActions,
  responses: { 200: z.object({ dismissed: z.int() }).meta({ id: 'dismissedActionsSchema' }) },
  errors: [404],
})
