import { z } from 'zod'

import { FeatureMetrics, FeatureUsage } from '../schemas/metrics.ts'
import { QueryInteger } from '../../schemas/scalars.ts'
import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { PathPart } from '../../schemas/bounded.ts'

const tag = 'Metrics'
const FEATURE = '/api/admin/client-metrics/features/:name'
const params = z.object({ name: PathPart })

export const getFeatureUsageSummary = operation({
  operationId: 'getFeatureUsageSummary',
  method: 'GET',
  path: FEATURE,
  tag,
  summary: "Returns a flag's metrics of the last hour and its applications",
  access: audienceOnly,
  params,
  responses: { 200: FeatureUsage },
})

export const getRawFeatureMetrics = operation({
  operationId: 'getRawFeatureMetrics',
  method: 'GET',
  path: `${FEATURE}/raw`,
  tag,
  summary: "Returns a flag's metrics per hour, environment and application",
  description: '`hoursBack`: 24, or up to 2184 (91 days). Hours without a report are there with zeros.',
  access: audienceOnly,
  params,
  query: z.object({ hoursBack: QueryInteger.optional() }),
  responses: { 200: FeatureMetrics },
})
