import { z } from 'zod'

import { ActionDefinitions, ActionSet, CreateActions, ListeningActionSet } from '../schemas/action.ts'
import { integerParam } from '../../schemas/scalars.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { inProject } from '../../contract-engine/place.ts'
import { ProjectParams } from '../../contract-engine/params.ts'
import { SIGNAL_ENDPOINTS } from './signal-endpoints.ts'

export const ACTIONS = '/api/admin/projects/:projectId/actions'
const SetParams = ProjectParams.extend({ id: integerParam('id') })
export const ofActions = { tag: 'Actions', plan: 'enterprise', lifecycle: { since: '5.11.0' } } as const
/**
 * Common part of reading operations. No source says who may read, so anyone who may see the project's
 * settings can.
 */
export const readActions = {
  ...ofActions,
  method: 'GET',
  access: needs(['PROJECT_SETTINGS_READ', 'UPDATE_PROJECT']),
  params: ProjectParams,
} as const
/** Writing is for Admins (docs/contract/signals.md#action-sets). */
const write = { ...ofActions, access: needs('ADMIN'), params: ProjectParams } as const
const toggle = {
  ...write,
  method: 'POST',
  params: SetParams,
  anyContentType: true,
  responses: { 200: ActionSet },
  errors: [400, 404],
} as const

export const getProjectActions = operation({
  ...readActions,
  operationId: 'getProjectActions',
  path: ACTIONS,
  summary: 'Lists the action sets of a project',
  place: inProject,
  responses: { 200: z.object({ actions: z.array(ActionSet) }).meta({ id: 'actionSetsSchema' }) },
})

export const createActions = operation({
  ...write,
  operationId: 'createActions',
  method: 'POST',
  path: ACTIONS,
  summary: 'Creates an action set, which a service account runs for matching signals',
  place: inProject,
  body: CreateActions,
  responses: { 201: ActionSet },
  location: ({ id }) => `actions/${id}`,
  errors: [409],
})

export const getActionDefinitions = operation({
  ...readActions,
  operationId: 'getActionDefinitions',
  path: `${ACTIONS}/config`,
  summary: 'Lists the available actions and their parameters',
  place: inProject,
  responses: { 200: ActionDefinitions },
})

export const updateActions = operation({
  ...write,
  operationId: 'updateActions',
  method: 'PUT',
  path: `${ACTIONS}/:id`,
  summary: 'Replaces an action set',
  place: inProject,
  params: SetParams,
  body: CreateActions,
  responses: { 200: ActionSet },
  errors: [404],
})

export const deleteActions = operation({
  ...write,
  operationId: 'deleteActions',
  method: 'DELETE',
  path: `${ACTIONS}/:id`,
  summary: 'Deletes an action set',
  place: inProject,
  params: SetParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [400, 404],
})

export const toggleActionSetOn = operation({
  ...toggle,
  operationId: 'toggleActionSetOn',
  path: `${ACTIONS}/:id/on`,
  summary: 'Enables an action set',
  place: inProject,
})

export const toggleActionSetOff = operation({
  ...toggle,
  operationId: 'toggleActionSetOff',
  path: `${ACTIONS}/:id/off`,
  summary: 'Disables an action set',
  place: inProject,
})

/** Halyard's own: the service it is compatible with lists action sets of one project at a time. */
export const getListeningActionSets = operation({
  ...ofActions,
  operationId: 'getListeningActionSets',
  method: 'GET',
  path: `${SIGNAL_ENDPOINTS}/:signalEndpointId/action-sets`,
  summary: 'Lists the action sets of a signal endpoint',
  description: 'Only projects whose settings the caller may read are in it.',
  access: audienceOnly,
  params: z.object({ signalEndpointId: integerParam('signalEndpointId') }),
  responses: {
    200: z.object({ actionSets: z.array(ListeningActionSet) }).meta({ id: 'listeningActionSetsSchema' }),
  },
  errors: [400, 404],
})
