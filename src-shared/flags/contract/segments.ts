import { z } from 'zod'

import { integerParam } from '../../schemas/scalars.ts'
import {
  ListedSegment,
  Segment,
  SegmentStrategy,
  StrategySegments,
  UpsertSegment,
  ValidateSegment,
} from '../schemas/segment.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { controlledInEnvironment } from '../../contract-engine/change-control.ts'
import { PathPart } from '../../schemas/bounded.ts'

const tag = 'Segments'
const SEGMENTS = '/api/admin/segments'
const SegmentParams = z.object({ id: integerParam('id') })

export const getSegments = operation({
  operationId: 'getSegments',
  method: 'GET',
  path: SEGMENTS,
  tag,
  summary: 'Lists all segments, with the number of their uses',
  access: audienceOnly,
  responses: { 200: z.object({ segments: z.array(ListedSegment) }).meta({ id: 'segmentsSchema' }) },
})

export const createSegment = operation({
  operationId: 'createSegment',
  method: 'POST',
  path: SEGMENTS,
  tag,
  summary: 'Creates a segment, for one project or all',
  access: needs(['CREATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT']),
  place: { project: 'body.project' },
  body: UpsertSegment,
  responses: { 201: Segment },
  location: ({ id }) => `segments/${id}`,
  errors: [409],
})

export const validateSegment = operation({
  operationId: 'validateSegment',
  method: 'POST',
  path: `${SEGMENTS}/validate`,
  tag,
  summary: 'Validates the name of a new segment',
  access: audienceOnly,
  body: ValidateSegment,
  responses: { 204: null },
  errors: [409],
})

export const getSegment = operation({
  operationId: 'getSegment',
  method: 'GET',
  path: `${SEGMENTS}/:id`,
  tag,
  summary: 'Returns a segment',
  access: audienceOnly,
  params: SegmentParams,
  responses: { 200: Segment },
  errors: [400, 404],
})

export const updateSegment = operation({
  operationId: 'updateSegment',
  method: 'PUT',
  path: `${SEGMENTS}/:id`,
  tag,
  summary: 'Replaces a segment',
  access: needs(['UPDATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT']),
  place: 'stored',
  changeControl: { scope: 'every-environment', action: 'updateSegment' },
  params: SegmentParams,
  body: UpsertSegment,
  responses: { 204: null },
  errors: [404, 409],
})

export const removeSegment = operation({
  operationId: 'removeSegment',
  method: 'DELETE',
  path: `${SEGMENTS}/:id`,
  tag,
  summary: 'Deletes a segment that no strategy uses',
  access: needs(['DELETE_SEGMENT', 'UPDATE_PROJECT_SEGMENT']),
  place: 'stored',
  changeControl: { scope: 'every-environment', action: 'deleteSegment' },
  params: SegmentParams,
  anyContentType: true,
  responses: { 204: null },
  errors: [400, 404, 409],
})

export const getSegmentsByStrategyId = operation({
  operationId: 'getSegmentsByStrategyId',
  method: 'GET',
  path: `${SEGMENTS}/strategies/:strategyId`,
  tag,
  summary: 'Lists the segments of a strategy',
  access: audienceOnly,
  params: z.object({ strategyId: PathPart }),
  responses: { 200: z.object({ segments: z.array(Segment) }) },
})

export const getStrategiesBySegmentId = operation({
  operationId: 'getStrategiesBySegmentId',
  method: 'GET',
  path: `${SEGMENTS}/:id/strategies`,
  tag,
  summary: 'Lists the strategies that use a segment',
  access: audienceOnly,
  params: SegmentParams,
  responses: {
    200: z
      .object({ strategies: z.array(SegmentStrategy), changeRequestStrategies: z.array(z.never()) })
      .meta({ id: 'segmentStrategiesSchema' }),
  },
  errors: [400],
})

export const updateFeatureStrategySegments = operation({
  operationId: 'updateFeatureStrategySegments',
  method: 'POST',
  path: `${SEGMENTS}/strategies`,
  tag: 'Strategies',
  summary: 'Sets the segments of a strategy',
  access: needs('UPDATE_FEATURE_STRATEGY'),
  place: { project: 'body.projectId', environment: 'body.environmentId' },
  changeControl: controlledInEnvironment('updateStrategy'),
  body: StrategySegments,
  responses: { 201: StrategySegments },
  location: ({ strategyId }) => `strategies/${strategyId}`,
  errors: [404],
})
