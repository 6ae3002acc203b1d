import { z } from 'zod'

import { CustomMetrics, StoredCustomMetrics } from '../schemas/metrics.ts'
import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'

export const clientCustomMetrics = operation({
  operationId: 'clientCustomMetrics',
  method: 'POST',
  path: '/api/client/metrics/custom',
  tag: 'Client',
  summary: 'Accepts custom metrics of an application',
  audience: 'client',
  access: audienceOnly,
  body: CustomMetrics,
  responses: { 202: null },
  lifecycle: { since: '7.1.0', removed: '8.1.0' },
})

export const getCustomMetrics = operation({
  operationId: 'getCustomMetrics',
  method: 'GET',
  path: '/api/admin/custom-metrics',
  tag: 'Metrics',
  summary: 'Lists the custom metrics of the last hour',
  access: audienceOnly,
  responses: { 200: StoredCustomMetrics },
  lifecycle: { since: '7.1.0', removed: '8.1.0' },
})

export const getPrometheusMetrics = operation({
  operationId: 'getPrometheusMetrics',
  method: 'GET',
  path: '/api/admin/custom-metrics/prometheus',
  tag: 'Metrics',
  summary: 'Returns the same numbers in the Prometheus text format',
  access: audienceOnly,
  responses: { 200: z.string() },
  lifecycle: { since: '7.1.0', removed: '8.1.0' },
})
