import { z } from 'zod'

import {
  CloneEnvironment,
  CreateEnvironment,
  Environment,
  EnvironmentName,
  UpdateEnvironment,
} from '../schemas/environment.ts'
import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'

const ENVIRONMENTS = '/api/admin/environments'
const EnvironmentParams = z.object({ name: z.string() })
const shared = { tag: 'Environments', plan: 'enterprise', access: needs('ADMIN') } as const

export const createEnvironment = operation({
  ...shared,
  operationId: 'createEnvironment',
  method: 'POST',
  path: ENVIRONMENTS,
  summary: 'Creates an environment; it comes last unless its place is said',
  description: 'Projects that are there do not get it by this: each adds it when it wants it.',
  body: CreateEnvironment,
  responses: { 201: Environment },
  errors: [409],
})

export const validateEnvironment = operation({
  ...shared,
  operationId: 'validateEnvironment',
  method: 'POST',
  path: `${ENVIRONMENTS}/validate`,
  summary: 'Says whether a name can be that of a new environment',
  body: z.object({ name: EnvironmentName }).meta({ id: 'validateEnvironmentSchema' }),
  responses: { 200: null },
  errors: [409],
})

export const updateEnvironment = operation({
  ...shared,
  operationId: 'updateEnvironment',
  method: 'PUT',
  path: `${ENVIRONMENTS}/update/:name`,
  summary: 'Sets the type, the place and the required approvals of an environment; its name never changes',
  params: EnvironmentParams,
  body: UpdateEnvironment,
  responses: { 200: Environment },
  errors: [404],
})

export const removeEnvironment = operation({
  ...shared,
  operationId: 'removeEnvironment',
  method: 'DELETE',
  path: `${ENVIRONMENTS}/:name`,
  summary: 'Deletes an environment with all that is set in it, and the API tokens that open it',
  params: EnvironmentParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [404],
})

export const cloneEnvironment = operation({
  ...shared,
  operationId: 'cloneEnvironment',
  method: 'POST',
  path: `${ENVIRONMENTS}/:name/clone`,
  summary: 'Creates an environment like another one, with all that the named projects have set in that',
  description: 'No projects named: all that have the environment. API tokens are not copied.',
  place: 'instance',
  params: EnvironmentParams,
  body: CloneEnvironment,
  responses: { 200: Environment },
  errors: [404, 409],
})
