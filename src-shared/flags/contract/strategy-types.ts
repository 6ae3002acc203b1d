import { z } from 'zod'

import { CreateStrategyType, StrategyType, UpdateStrategyType } from '../schemas/strategy-type.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { PathPart } from '../../schemas/bounded.ts'

const tag = 'Strategies'
const STRATEGIES = '/api/admin/strategies'
const NameParams = z.object({ name: PathPart })
const StrategyNameParams = z.object({ strategyName: PathPart })

export const getAllStrategies = operation({
  operationId: 'getAllStrategies',
  method: 'GET',
  path: STRATEGIES,
  tag,
  summary: 'Lists the strategy types, built-in and custom',
  access: audienceOnly,
  responses: {
    200: z
      .object({ version: z.literal(1), strategies: z.array(StrategyType) })
      .meta({ id: 'strategiesSchema' }),
  },
  lifecycle: { since: '3.0.0' },
})

export const createStrategy = operation({
  operationId: 'createStrategy',
  method: 'POST',
  path: STRATEGIES,
  tag,
  summary: 'Creates a custom strategy type',
  access: needs('CREATE_STRATEGY'),
  body: CreateStrategyType,
  responses: { 201: StrategyType },
  location: ({ name }) => `strategies/${name}`,
  errors: [409],
  // document, "Restored in v7": reintroduced, after version 6 had deprecated it
  lifecycle: { since: '3.0.0', deprecated: '6.0.0', restored: '7.0.0' },
})

export const getStrategy = operation({
  operationId: 'getStrategy',
  method: 'GET',
  path: `${STRATEGIES}/:name`,
  tag,
  summary: 'Returns a strategy type',
  access: audienceOnly,
  params: NameParams,
  responses: { 200: StrategyType },
  errors: [404],
  lifecycle: { since: '3.0.0' },
})

export const updateStrategy = operation({
  operationId: 'updateStrategy',
  method: 'PUT',
  path: `${STRATEGIES}/:name`,
  tag,
  summary: 'Replaces the description and parameters of a custom strategy type',
  access: needs('UPDATE_STRATEGY'),
  params: NameParams,
  body: UpdateStrategyType,
  responses: { 200: null },
  errors: [404],
  lifecycle: { since: '3.0.0' },
})

export const removeStrategy = operation({
  operationId: 'removeStrategy',
  method: 'DELETE',
  path: `${STRATEGIES}/:name`,
  tag,
  summary: 'Deletes a custom strategy type; flags keep their strategies of this type',
  access: needs('DELETE_STRATEGY'),
  params: NameParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [404],
  lifecycle: { since: '3.0.0' },
})

const deprecation = {
  method: 'POST',
  tag,
  access: needs('UPDATE_STRATEGY'),
  params: StrategyNameParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [404],
  lifecycle: { since: '3.0.0' },
} as const

export const deprecateStrategy = operation({
  ...deprecation,
  operationId: 'deprecateStrategy',
  path: `${STRATEGIES}/:strategyName/deprecate`,
  summary: 'Deprecates a strategy type',
})

export const reactivateStrategy = operation({
  ...deprecation,
  operationId: 'reactivateStrategy',
  path: `${STRATEGIES}/:strategyName/reactivate`,
  summary: 'Reactivates a deprecated strategy type',
})
