import { z } from 'zod'

import { ActionSetEvent } from '../schemas/action.ts'
import {
  ActionsOverview,
  Backtest,
  BacktestActions,
  SignalActions,
  SignalQueue,
} from '../schemas/action-execution.ts'
import { integerParam, QueryInteger } from '../../schemas/scalars.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { ACTIONS, ofActions, readActions } from './actions.ts'
import { operation } from '../../contract-engine/operation.ts'
import { inProject } from '../../contract-engine/place.ts'
import { ProjectParams } from '../../contract-engine/params.ts'

const SIGNALS = '/api/admin/signals'
const IdParam = z.object({ id: integerParam('id') })

export const getActionSetEvents = operation({
  ...readActions,
  operationId: 'getActionSetEvents',
  path: `${ACTIONS}/:id/events`,
  summary: 'Lists the executions of an action set, newest first',
  place: inProject,
  params: ProjectParams.extend(IdParam.shape),
  query: z.object({
    limit: QueryInteger.pipe(z.int().min(1).max(1000)).optional(),
    offset: QueryInteger.pipe(z.int().min(0)).optional(),
  }),
  responses: {
    200: z.object({ actionSetEvents: z.array(ActionSetEvent) }).meta({ id: 'actionSetEventsSchema' }),
  },
})

export const getActionsOverview = operation({
  ...readActions,
  operationId: 'getActionsOverview',
  path: `${ACTIONS}/overview`,
  summary: 'Returns the action sets of a project, and everything that new ones can use',
  place: inProject,
  responses: { 200: ActionsOverview },
})

export const backtestActions = operation({
  ...ofActions,
  operationId: 'backtestActions',
  method: 'POST',
  path: `${ACTIONS}/backtest`,
  summary: 'Tests an action set against past signals without changing anything',
  description:
    'At most the latest 1000 signals of the period are examined. What the set would change is what it would change now.',
  access: needs('ADMIN'),
  place: inProject,
  params: ProjectParams,
  body: BacktestActions,
  responses: { 200: Backtest },
})

export const getSignalActions = operation({
  ...ofActions,
  operationId: 'getSignalActions',
  method: 'GET',
  path: `${SIGNALS}/:id/actions`,
  summary: 'Returns the action sets that a signal started, or why it started none',
  description: 'Only action sets of projects whose settings the caller may read are in it.',
  access: audienceOnly,
  params: IdParam,
  responses: { 200: SignalActions },
  errors: [400, 404],
})

export const getSignalQueue = operation({
  ...ofActions,
  operationId: 'getSignalQueue',
  method: 'GET',
  path: `${SIGNALS}/queue`,
  summary: 'Returns the number, age and processing rate of waiting signals',
  access: audienceOnly,
  responses: { 200: SignalQueue },
})
