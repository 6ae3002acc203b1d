import { z } from 'zod'

import {
  Environment,
  EnvironmentListItem,
  ProjectEnvironmentItem,
  SortOrders,
} from '../schemas/environment.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { inProject } from '../../contract-engine/place.ts'
import { ProjectParams } from '../../contract-engine/params.ts'
import { PathPart } from '../../schemas/bounded.ts'

const ENVIRONMENTS = '/api/admin/environments'
const tag = 'Environments'
const EnvironmentParams = z.object({ name: PathPart })

export const getAllEnvironments = operation({
  operationId: 'getAllEnvironments',
  method: 'GET',
  path: ENVIRONMENTS,
  tag,
  summary: 'Lists the environments, in order',
  access: audienceOnly,
  responses: { 200: z.object({ version: z.literal(1), environments: z.array(EnvironmentListItem) }) },
})

export const getProjectEnvironments = operation({
  operationId: 'getProjectEnvironments',
  method: 'GET',
  path: `${ENVIRONMENTS}/project/:projectId`,
  tag,
  summary: 'Lists the environments, with their state in a project',
  description:
    'All of them: `visible` says which are among those of the project. An unknown project has none.',
  access: audienceOnly,
  place: inProject,
  params: ProjectParams,
  responses: {
    200: z
      .object({ version: z.literal(1), environments: z.array(ProjectEnvironmentItem) })
      .meta({ id: 'environmentsProjectSchema' }),
  },
})

export const getEnvironment = operation({
  operationId: 'getEnvironment',
  method: 'GET',
  path: `${ENVIRONMENTS}/:name`,
  tag,
  summary: 'Returns an environment',
  access: audienceOnly,
  params: EnvironmentParams,
  responses: { 200: Environment },
  errors: [404],
})

export const updateSortOrder = operation({
  operationId: 'updateSortOrder',
  method: 'PUT',
  path: `${ENVIRONMENTS}/sort-order`,
  tag,
  summary: 'Sets the sort order of environments; others keep theirs',
  access: needs('ADMIN'),
  body: SortOrders,
  responses: { 200: null },
  errors: [404],
})

export const toggleEnvironmentOn = operation({
  operationId: 'toggleEnvironmentOn',
  method: 'POST',
  path: `${ENVIRONMENTS}/:name/on`,
  tag,
  summary: 'Enables an environment, so that new projects include it',
  access: needs('ADMIN'),
  params: EnvironmentParams,
  anyContentType: true,
  responses: { 204: null },
  errors: [404],
})

export const toggleEnvironmentOff = operation({
  operationId: 'toggleEnvironmentOff',
  method: 'POST',
  path: `${ENVIRONMENTS}/:name/off`,
  tag,
  summary: 'Disables an environment; projects that have it keep it',
  access: needs('ADMIN'),
  params: EnvironmentParams,
  anyContentType: true,
  responses: { 204: null },
  errors: [404],
})
