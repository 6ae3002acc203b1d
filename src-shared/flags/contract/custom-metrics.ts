import { z } from 'zod'

import { CustomMetrics, StoredCustomMetrics } from '../schemas/metrics.ts'
import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'

export const clientCustomMetrics = operation({
  operationId: 'clientCustomMetrics',
  method: 'POST',
  path: '/api/client/metrics/custom',
  tag: 'Client',
  summary: 'An application reports numbers of its own',
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
  summary: 'Lists the numbers that applications reported in the last hour',
  access: audienceOnly,
  responses: { 200: StoredCustomMetrics },
  lifecycle: { since: '7.1.0', removed: '8.1.0' },
})

export const getPrometheusMetrics = operation({
  operationId: 'getPrometheusMetrics',
  method: 'GET',
  path: '/api/admin/custom-metrics/prometheus',
  tag: 'Metrics',
  summary: 'The same in the text form of Prometheus',
  access: audienceOnly,
  responses: { 200: z.string() },
  lifecycle: { since: '7.1.0', removed: '8.1.0' },
})
