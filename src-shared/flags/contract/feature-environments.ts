import { z } from 'zod'

import { QueryBoolean } from '../../schemas/scalars.ts'
import { NamedStrategy } from '../schemas/strategy.ts'
import { FeatureBatch } from '../schemas/feature.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { controlledInEnvironment } from '../../contract-engine/change-control.ts'
import { inEnvironment, inFlagEnvironment } from '../../contract-engine/place.ts'
import { EnvironmentParams, ProjectParams } from '../../contract-engine/params.ts'
import { PathPart } from '../../schemas/bounded.ts'

const tag = 'Features'
const BULK = '/api/admin/projects/:projectId/bulk_features/environments/:environment'
const BulkParams = ProjectParams.extend({ environment: PathPart })
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

const toggling = {
  method: 'POST',
  tag,
  access: needs('UPDATE_FEATURE_ENVIRONMENT'),
  changeControl: controlledInEnvironment('updateEnabled'),
  responses: { 200: null },
} as const

const togglingOne = {
  ...toggling,
  place: inFlagEnvironment,
  params: EnvironmentParams,
  anyContentType: true,
} as const
const togglingMany = {
  ...toggling,
  place: inEnvironment,
  params: BulkParams,
  body: FeatureBatch,
  errors: [404],
} as const

export const toggleFeatureEnvironmentOn = operation({
  ...togglingOne,
  operationId: 'toggleFeatureEnvironmentOn',
  path: `${ENVIRONMENT}/on`,
  summary: 'Enables a flag in an environment',
  description:
    'A flag without an active strategy there gets the default strategy of its project. With `shouldActivateDisabledStrategies=true` ' +
    'its disabled strategies are activated instead.',
  query: z.object({ shouldActivateDisabledStrategies: QueryBoolean.optional() }),
  errors: [404],
})

export const toggleFeatureEnvironmentOff = operation({
  ...togglingOne,
  operationId: 'toggleFeatureEnvironmentOff',
  path: `${ENVIRONMENT}/off`,
  summary: 'Disables a flag in an environment',
  errors: [400, 404],
})

export const bulkToggleFeaturesEnvironmentOn = operation({
  ...togglingMany,
  operationId: 'bulkToggleFeaturesEnvironmentOn',
  path: `${BULK}/on`,
  summary: 'Enables flags in an environment, all or nothing',
})

export const bulkToggleFeaturesEnvironmentOff = operation({
  ...togglingMany,
  operationId: 'bulkToggleFeaturesEnvironmentOff',
  path: `${BULK}/off`,
  summary: 'Disables flags in an environment, all or nothing',
})
