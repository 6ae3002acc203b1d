import { z } from 'zod'

import { CompleteFeature, LifecycleStage, StageCounts } from '../schemas/lifecycle.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { inFlag } from '../../contract-engine/place.ts'
import { FeatureParams } from '../../contract-engine/params.ts'

const tag = 'Features'
const LIFECYCLE = '/api/admin/projects/:projectId/features/:featureName/lifecycle'

export const getFeatureLifecycle = operation({
  operationId: 'getFeatureLifecycle',
  method: 'GET',
  path: LIFECYCLE,
  tag,
  summary: 'Lists the lifecycle stages that a flag has reached',
  access: audienceOnly,
  place: inFlag,
  params: FeatureParams,
  responses: { 200: z.array(LifecycleStage).meta({ id: 'featureLifecycleSchema' }) },
  errors: [404],
})

export const complete = operation({
  operationId: 'complete',
  method: 'POST',
  path: `${LIFECYCLE}/complete`,
  tag,
  summary: 'Marks a flag as completed, with its feature kept or discarded',
  access: needs('UPDATE_FEATURE'),
  place: inFlag,
  params: FeatureParams,
  body: CompleteFeature,
  responses: { 200: null },
  errors: [404],
})

export const uncomplete = operation({
  operationId: 'uncomplete',
  method: 'POST',
  path: `${LIFECYCLE}/uncomplete`,
  tag,
  summary: 'Marks a flag as no longer completed',
  access: needs('UPDATE_FEATURE'),
  place: inFlag,
  params: FeatureParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [400, 404],
})

export const getFeatureLifecycleStageCount = operation({
  operationId: 'getFeatureLifecycleStageCount',
  method: 'GET',
  path: '/api/admin/lifecycle/count',
  tag,
  summary: 'Counts the flags in each stage',
  access: audienceOnly,
  responses: { 200: StageCounts },
})
