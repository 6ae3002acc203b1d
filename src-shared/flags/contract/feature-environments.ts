import { z } from 'zod'

import { QueryBoolean } from '../../schemas/scalars.ts'
import { NamedStrategy } from '../schemas/strategy.ts'
import { FeatureBatch } from '../schemas/feature.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { controlledInEnvironment } from '../../contract-engine/change-control.ts'
import { inEnvironment, inFlagEnvironment } from '../../contract-engine/place.ts'
import { EnvironmentParams, ProjectParams } from '../../contract-engine/params.ts'

const tag = 'Features'
const BULK = '/api/admin/projects/:projectId/bulk_features/environments/:environment'
const BulkParams = ProjectParams.extend({ environment: z.string() })
const ENVIRONMENT = '/api/admin/projects/:projectId/features/:featureName/environments/:environment'

export const getFeatureEnvironment = operation({
  operationId: 'getFeatureEnvironment',
  method: 'GET',
  path: ENVIRONMENT,
  tag,
  summary: 'Returns a flag in an environment',
  access: audienceOnly,
  place: inFlagEnvironment,
  params: EnvironmentParams,
  responses: {
    200: z.object({
      name: z.string(),
      environment: z.string(),
      enabled: z.boolean(),
      strategies: z.array(NamedStrategy),
    }),
  },
  errors: [404],
})

export const toggleFeatureEnvironmentOn = operation({
  operationId: 'toggleFeatureEnvironmentOn',
  method: 'POST',
  path: `${ENVIRONMENT}/on`,
  tag,
  summary: 'Enables a flag in an environment',
  description:
    'A flag without an active strategy there gets the default strategy of its project. With `shouldActivateDisabledStrategies=true` ' +
    'its disabled strategies are activated instead.',
  access: needs('UPDATE_FEATURE_ENVIRONMENT'),
  place: inFlagEnvironment,
  changeControl: controlledInEnvironment('updateEnabled'),
  params: EnvironmentParams,
  query: z.object({ shouldActivateDisabledStrategies: QueryBoolean.optional() }),
  anyContentType: true,
  responses: { 200: null },
  errors: [404],
})

export const toggleFeatureEnvironmentOff = operation({
  operationId: 'toggleFeatureEnvironmentOff',
  method: 'POST',
  path: `${ENVIRONMENT}/off`,
  tag,
  summary: 'Disables a flag in an environment',
  access: needs('UPDATE_FEATURE_ENVIRONMENT'),
  place: inFlagEnvironment,
  changeControl: controlledInEnvironment('updateEnabled'),
  params: EnvironmentParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [400, 404],
})

export const bulkToggleFeaturesEnvironmentOn = operation({
  operationId: 'bulkToggleFeaturesEnvironmentOn',
  method: 'POST',
  path: `${BULK}/on`,
  tag,
  summary: 'Enables flags in an environment, all or nothing',
  access: needs('UPDATE_FEATURE_ENVIRONMENT'),
  place: inEnvironment,
  changeControl: controlledInEnvironment('updateEnabled'),
  params: BulkParams,
  body: FeatureBatch,
  responses: { 200: null },
  errors: [404],
})

export const bulkToggleFeaturesEnvironmentOff = operation({
  operationId: 'bulkToggleFeaturesEnvironmentOff',
  method: 'POST',
  path: `${BULK}/off`,
  tag,
  summary: 'Disables flags in an environment, all or nothing',
  access: needs('UPDATE_FEATURE_ENVIRONMENT'),
  place: inEnvironment,
  changeControl: controlledInEnvironment('updateEnabled'),
  params: BulkParams,
  body: FeatureBatch,
  responses: { 200: null },
  errors: [404],
})
