import { z } from 'zod'

import { ActionSetEvent } from '../schemas/action.ts'
import {
  ActionsOverview,
  Backtest,
  BacktestActions,
  SignalActions,
  SignalQueue,
} from '../schemas/action-execution.ts'
import { integerParam, QueryInteger } from '../schemas/scalars.ts'
import { audienceOnly, inProject, needs } from './access.ts'
import { operation } from './operation.ts'
import { ProjectParams } from './params.ts'

const tag = 'Actions'
const ACTIONS = '/api/admin/projects/:projectId/actions'
const SIGNALS = '/api/admin/signals'
const IdParam = z.object({ id: integerParam('id') })
/** As in actions.ts. */
const read = needs(['PROJECT_SETTINGS_READ', 'UPDATE_PROJECT'], inProject)
const plan = 'enterprise'
const lifecycle = { since: '5.11.0' }

export const getActionSetEvents = operation({
  operationId: 'getActionSetEvents',
  method: 'GET',
  path: `${ACTIONS}/:id/events`,
  tag,
  summary: 'Lists what an action set has done, newest first',
  access: read,
  params: ProjectParams.extend(IdParam.shape),
  query: z.object({
    limit: QueryInteger.pipe(z.int().min(1).max(1000)).optional(),
    offset: QueryInteger.pipe(z.int().min(0)).optional(),
  }),
  responses: {
    200: z.object({ actionSetEvents: z.array(ActionSetEvent) }).meta({ id: 'actionSetEventsSchema' }),
  },
  plan,
  lifecycle,
})

export const getActionsOverview = operation({
  operationId: 'getActionsOverview',
  method: 'GET',
  path: `${ACTIONS}/overview`,
  tag,
  summary: 'Answers the action sets of a project with what they did, and all that new ones can be made of',
  access: read,
  params: ProjectParams,
  responses: { 200: ActionsOverview },
  plan,
  lifecycle,
})

export const backtestActions = operation({
  operationId: 'backtestActions',
  method: 'POST',
  path: `${ACTIONS}/backtest`,
  tag,
  summary: 'Tries an action set against the signals of a period, and changes nothing',
  description:
    'At most the latest 1000 signals of the period are examined. What the set would change is what it would change now.',
  access: needs('ADMIN', 'root'),
  params: ProjectParams,
  body: BacktestActions,
  responses: { 200: Backtest },
  plan,
  lifecycle,
})

export const getSignalActions = operation({
  operationId: 'getSignalActions',
  method: 'GET',
  path: `${SIGNALS}/:id/actions`,
  tag,
  summary: 'Says what a signal started, and why not',
  description: 'Only action sets of projects whose settings the caller may read are in it.',
  access: audienceOnly,
  params: IdParam,
  responses: { 200: SignalActions },
  errors: [400, 404],
  plan,
  lifecycle,
})

export const getSignalQueue = operation({
  operationId: 'getSignalQueue',
  method: 'GET',
  path: `${SIGNALS}/queue`,
  tag,
  summary: 'Says how many signals wait for the actions, since when, and how fast they are taken',
  access: audienceOnly,
  responses: { 200: SignalQueue },
  plan,
  lifecycle,
})
