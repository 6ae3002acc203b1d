import { z } from 'zod'

import { ActionRules, ActionSetNotes } from '../schemas/action-rules.ts'
import { integerParam, QueryInteger } from '../../schemas/scalars.ts'
import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { inProject } from '../../contract-engine/place.ts'
import { ProjectParams } from '../../contract-engine/params.ts'
import { ofActions, readActions } from './actions.ts'

/** Rules of action sets beside their published shape. All of it is Halyard's own. */
const SET = '/api/halyard/projects/:projectId/actions/:id'
const SetParams = ProjectParams.extend({ id: integerParam('id') })
const ofSet = { place: inProject, params: SetParams, errors: [400, 404] } as const

export const getActionRules = operation({
  ...readActions,
  ...ofSet,
  operationId: 'getActionRules',
  path: `${SET}/rules`,
  summary: 'Returns the rules of an action set: failures, retries, cool-down and reset',
  description: 'Operation of Halyard.',
  responses: { 200: ActionRules },
})

export const setActionRules = operation({
  ...ofActions,
  ...ofSet,
  operationId: 'setActionRules',
  method: 'PUT',
  path: `${SET}/rules`,
  summary: 'Replaces the rules of an action set',
  description:
    'Operation of Halyard. Rules that are not sent are those of a set without any: stop at a failure, no retries, no cool-down, no ' +
    'maximum, no reset.',
  access: needs('ADMIN'),
  body: ActionRules,
  responses: { 200: ActionRules },
})

export const getActionSetNotes = operation({
  ...readActions,
  ...ofSet,
  operationId: 'getActionSetNotes',
  path: `${SET}/notes`,
  summary: 'Lists the signals that matched an action set and did not execute it, newest first',
  description: 'Operation of Halyard. Each was skipped, with the reason, or it reset the set.',
  query: z.object({
    limit: QueryInteger.pipe(z.int().min(1).max(100)).optional(),
    offset: QueryInteger.pipe(z.int().min(0)).optional(),
  }),
  responses: { 200: ActionSetNotes },
})
