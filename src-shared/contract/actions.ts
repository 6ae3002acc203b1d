import { z } from 'zod'

import { ActionDefinitions, ActionSet, CreateActions } from '../schemas/action.ts'
import { integerParam } from '../schemas/scalars.ts'
import { inProject, needs } from './access.ts'
import { operation } from './operation.ts'
import { ProjectParams } from './params.ts'

const tag = 'Actions'
const ACTIONS = '/api/admin/projects/:projectId/actions'
const SetParams = ProjectParams.extend({ id: integerParam('id') })
/** Writing is for Admins (semantics.md 7.4). Who may read is not shown: who may see the project's settings. */
const write = needs('ADMIN', 'root')
const read = needs(['PROJECT_SETTINGS_READ', 'UPDATE_PROJECT'], inProject)
const plan = 'enterprise'
const lifecycle = { since: '5.11.0' }

export const getProjectActions = operation({
  operationId: 'getProjectActions',
  method: 'GET',
  path: ACTIONS,
  tag,
  summary: 'Lists the action sets of a project',
  access: read,
  params: ProjectParams,
  responses: { 200: z.object({ actions: z.array(ActionSet) }).meta({ id: 'actionSetsSchema' }) },
  plan,
  lifecycle,
})

export const createActions = operation({
  operationId: 'createActions',
  method: 'POST',
  path: ACTIONS,
  tag,
  summary: 'Creates an action set: what a service account does when a signal comes that fits the filters',
  access: write,
  params: ProjectParams,
  body: CreateActions,
  responses: { 201: ActionSet },
  errors: [409],
  plan,
  lifecycle,
})

export const getActionDefinitions = operation({
  operationId: 'getActionDefinitions',
  method: 'GET',
  path: `${ACTIONS}/config`,
  tag,
  summary: 'Lists the actions that there are, and what each has to be told',
  access: read,
  params: ProjectParams,
  responses: { 200: ActionDefinitions },
  plan,
  lifecycle,
})

export const updateActions = operation({
  operationId: 'updateActions',
  method: 'PUT',
  path: `${ACTIONS}/:id`,
  tag,
  summary: 'Replaces an action set',
  access: write,
  params: SetParams,
  body: CreateActions,
  responses: { 200: ActionSet },
  errors: [404],
  plan,
  lifecycle,
})

export const deleteActions = operation({
  operationId: 'deleteActions',
  method: 'DELETE',
  path: `${ACTIONS}/:id`,
  tag,
  summary: 'Deletes an action set',
  access: write,
  params: SetParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [400, 404],
  plan,
  lifecycle,
})

export const toggleActionSetOn = operation({
  operationId: 'toggleActionSetOn',
  method: 'POST',
  path: `${ACTIONS}/:id/on`,
  tag,
  summary: 'Turns an action set on',
  access: write,
  params: SetParams,
  anyContentType: true,
  responses: { 200: ActionSet },
  errors: [400, 404],
  plan,
  lifecycle,
})

export const toggleActionSetOff = operation({
  operationId: 'toggleActionSetOff',
  method: 'POST',
  path: `${ACTIONS}/:id/off`,
  tag,
  summary: 'Turns an action set off',
  access: write,
  params: SetParams,
  anyContentType: true,
  responses: { 200: ActionSet },
  errors: [400, 404],
  plan,
  lifecycle,
})
