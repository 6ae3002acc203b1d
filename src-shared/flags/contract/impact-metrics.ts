import { z } from 'zod'

import {
  CreateImpactChart,
  ImpactChart,
  ImpactCharts,
  ImpactSeries,
  PlausibleMetrics,
  ReportedImpactMetrics,
} from '../schemas/impact-metric.ts'
import { AGGREGATION_MODES, TIME_RANGES } from '../schemas/safeguard.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { inFlag } from '../../contract-engine/place.ts'
import { FeatureParams } from '../../contract-engine/params.ts'
import { Line, PathPart } from '../../schemas/bounded.ts'

const METRICS = '/api/admin/impact-metrics'
const OF_FLAG = '/api/admin/projects/:projectId/features/:featureName/impact-metrics/config'
const common = { tag: 'Impact Metrics', plan: 'enterprise', lifecycle: { since: '7.2.0' } } as const

export const getInstanceImpactMetricsConfigs = operation({
  ...common,
  operationId: 'getInstanceImpactMetricsConfigs',
  method: 'GET',
  path: `${METRICS}/config`,
  summary: 'Lists the charts of impact metrics of the instance',
  access: audienceOnly,
  responses: { 200: ImpactCharts },
})

export const saveInstanceImpactMetricsConfig = operation({
  ...common,
  operationId: 'saveInstanceImpactMetricsConfig',
  method: 'POST',
  path: `${METRICS}/config`,
  summary: 'Creates a chart of the instance, or replaces the one with the id',
  // not specified in the sources; every user sees the charts
  access: needs('ADMIN'),
  body: CreateImpactChart,
  responses: { 200: ImpactChart },
  errors: [404],
})

export const deleteInstanceImpactMetricConfig = operation({
  ...common,
  operationId: 'deleteInstanceImpactMetricConfig',
  method: 'DELETE',
  path: `${METRICS}/config/:id`,
  summary: 'Deletes a chart of the instance; the values stay',
  access: needs('ADMIN'),
  params: z.object({ id: PathPart }),
  anyContentType: true,
  responses: { 204: null },
  errors: [404],
})

export const getPlausibleMetrics = operation({
  ...common,
  operationId: 'getPlausibleMetrics',
  method: 'GET',
  path: `${METRICS}/plausible`,
  summary: 'Lists the page views that Plausible counted: none, since no instance is connected to it',
  access: audienceOnly,
  responses: { 200: PlausibleMetrics },
})

export const getReportedImpactMetrics = operation({
  ...common,
  operationId: 'getReportedImpactMetrics',
  method: 'GET',
  path: `${METRICS}/reported`,
  summary: 'Lists the impact metrics that applications report, with the values of their labels',
  access: audienceOnly,
  responses: { 200: ReportedImpactMetrics },
  everywhere: true,
})

export const getImpactMetricSeries = operation({
  ...common,
  operationId: 'getImpactMetricSeries',
  method: 'GET',
  path: `${METRICS}/series`,
  summary: 'Returns the values of an impact metric over time',
  description:
    '`labels`: a JSON object with the accepted values of each label, `*` for all. A label with several values divides the chart into lines.',
  access: audienceOnly,
  query: z.object({
    metricName: Line.min(1),
    timeRange: z.enum(TIME_RANGES),
    aggregationMode: z.enum(AGGREGATION_MODES),
    environment: Line.optional(),
    labels: Line.optional(),
  }),
  responses: { 200: ImpactSeries },
  errors: [400],
  everywhere: true,
})

export const getFlagImpactMetricsConfigsByFeature = operation({
  ...common,
  operationId: 'getFlagImpactMetricsConfigsByFeature',
  method: 'GET',
  path: OF_FLAG,
  summary: 'Lists the charts of impact metrics of a flag',
  access: audienceOnly,
  place: inFlag,
  params: FeatureParams,
  responses: { 200: ImpactCharts },
  errors: [404],
})

export const saveFeatureImpactMetricsConfig = operation({
  ...common,
  operationId: 'saveFeatureImpactMetricsConfig',
  method: 'POST',
  path: OF_FLAG,
  summary: 'Creates a chart of a flag, or replaces the one with the id',
  access: needs('UPDATE_FEATURE'),
  place: inFlag,
  params: FeatureParams,
  body: CreateImpactChart,
  responses: { 200: ImpactChart },
  errors: [404],
})

export const deleteFlagImpactMetricConfig = operation({
  ...common,
  operationId: 'deleteFlagImpactMetricConfig',
  method: 'DELETE',
  path: `${OF_FLAG}/:id`,
  summary: 'Deletes a chart of a flag; the values stay',
  access: needs('UPDATE_FEATURE'),
  place: inFlag,
  params: FeatureParams.extend({ id: PathPart }),
  anyContentType: true,
  responses: { 204: null },
  errors: [400, 404],
})
