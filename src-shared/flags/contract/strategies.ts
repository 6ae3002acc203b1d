import { z } from 'zod'

import { Patch } from '../../schemas/json-patch.ts'
import { CreateStrategy, ListedStrategy, Strategy, UpdateStrategy } from '../schemas/strategy.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { controlledInEnvironment } from '../../contract-engine/change-control.ts'
import { inFlagEnvironment } from '../../contract-engine/place.ts'
import { EnvironmentParams, StrategyParams } from '../../contract-engine/params.ts'
import { MANY, Name } from '../../schemas/bounded.ts'

const tag = 'Features'
const STRATEGIES = '/api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies'
const STRATEGY = `${STRATEGIES}/:strategyId`

export const getFeatureStrategies = operation({
  operationId: 'getFeatureStrategies',
  method: 'GET',
  path: STRATEGIES,
  tag,
  summary: 'Lists the strategies of a flag in an environment, in order',
  access: audienceOnly,
  place: inFlagEnvironment,
  params: EnvironmentParams,
  responses: { 200: z.array(ListedStrategy) },
  errors: [404],
})

export const addFeatureStrategy = operation({
  operationId: 'addFeatureStrategy',
  method: 'POST',
  path: STRATEGIES,
  tag,
  summary: 'Adds a strategy to a flag in an environment',
  access: needs('CREATE_FEATURE_STRATEGY'),
  place: inFlagEnvironment,
  changeControl: controlledInEnvironment('addStrategy'),
  params: EnvironmentParams,
  body: CreateStrategy,
  responses: { 200: Strategy },
  errors: [404],
})

export const getFeatureStrategy = operation({
  operationId: 'getFeatureStrategy',
  method: 'GET',
  path: STRATEGY,
  tag,
  summary: 'Returns a strategy of a flag',
  access: audienceOnly,
  place: inFlagEnvironment,
  params: StrategyParams,
  responses: { 200: Strategy },
  errors: [404],
})

export const updateFeatureStrategy = operation({
  operationId: 'updateFeatureStrategy',
  method: 'PUT',
  path: STRATEGY,
  tag,
  summary: 'Replaces the constraints, parameters and variants of a strategy',
  description: 'Title, disabled, sortOrder and segments stay as they are when they are not sent.',
  access: needs('UPDATE_FEATURE_STRATEGY'),
  place: inFlagEnvironment,
  changeControl: controlledInEnvironment('updateStrategy'),
  params: StrategyParams,
  body: UpdateStrategy,
  responses: { 200: Strategy },
  errors: [404],
})

export const patchFeatureStrategy = operation({
  operationId: 'patchFeatureStrategy',
  method: 'PATCH',
  path: STRATEGY,
  tag,
  summary: 'Patches a strategy (RFC 6902)',
  access: needs('UPDATE_FEATURE_STRATEGY'),
  place: inFlagEnvironment,
  changeControl: controlledInEnvironment('updateStrategy'),
  params: StrategyParams,
  body: Patch,
  responses: { 200: Strategy },
  errors: [404],
})

export const deleteFeatureStrategy = operation({
  operationId: 'deleteFeatureStrategy',
  method: 'DELETE',
  path: STRATEGY,
  tag,
  summary: 'Removes a strategy from a flag',
  description: 'Taking off the last enabled one disables the flag in the environment.',
  access: needs('DELETE_FEATURE_STRATEGY'),
  place: inFlagEnvironment,
  changeControl: controlledInEnvironment('deleteStrategy'),
  params: StrategyParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [400, 404],
})

export const setStrategySortOrder = operation({
  operationId: 'setStrategySortOrder',
  method: 'POST',
  path: `${STRATEGIES}/set-sort-order`,
  tag,
  summary: 'Sets the order of the strategies of a flag in an environment',
  access: needs('UPDATE_FEATURE_STRATEGY'),
  place: inFlagEnvironment,
  changeControl: controlledInEnvironment('reorderStrategy'),
  params: EnvironmentParams,
  body: z
    .array(z.object({ id: Name, sortOrder: z.number() }))
    .max(MANY)
    .meta({ id: 'setStrategySortOrderSchema' }),
  responses: { 200: null },
  errors: [404],
})
