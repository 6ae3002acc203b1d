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
import { PathPart } from '../../schemas/bounded.ts'

const ENVIRONMENTS = '/api/admin/environments'
const EnvironmentParams = z.object({ name: PathPart })
const shared = { tag: 'Environments', plan: 'enterprise', access: needs('ADMIN') } as const

export const createEnvironment = operation({
  ...shared,
  operationId: 'createEnvironment',
  method: 'POST',
  path: ENVIRONMENTS,
  summary: 'Creates an environment, last in the order by default',
  description: 'Projects that are there do not get it by this: each adds it when it wants it.',
  body: CreateEnvironment,
  responses: { 201: Environment },
  location: ({ name }) => `environments/${name}`,
  errors: [409],
})

export const validateEnvironment = operation({
  ...shared,
  operationId: 'validateEnvironment',
  method: 'POST',
  path: `${ENVIRONMENTS}/validate`,
  summary: 'Validates the name of a new environment',
  body: z.object({ name: EnvironmentName }).meta({ id: 'validateEnvironmentSchema' }),
  responses: { 200: null },
  errors: [409],
})

export const updateEnvironment = operation({
  ...shared,
  operationId: 'updateEnvironment',
  method: 'PUT',
  path: `${ENVIRONMENTS}/update/:name`,
  summary: 'Changes the type, position and required approvals of an environment',
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
  summary: 'Deletes an environment, its configuration and its API tokens',
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
  summary: 'Clones an environment, with the configuration of the given projects',
  description: 'No projects named: all that have the environment. API tokens are not copied.',
  place: 'instance',
  params: EnvironmentParams,
  body: CloneEnvironment,
  responses: { 200: Environment },
  errors: [404, 409],
})
