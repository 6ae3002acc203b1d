import { z } from 'zod'

import {
  MeteredConnections,
  MeteredRequests,
  RequestsPerSecond,
  Traffic,
  TRAFFIC_GROUPINGS,
} from '../schemas/traffic.ts'
import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'

/** Silent in the sources; the document has "Read instance logs" for what was called when. */
export const mayReadTraffic = needs(['ADMIN', 'READ_LOGS'])

export const getTraffic = operation({
  operationId: 'getTrafficDataUsage',
  method: 'GET',
  path: '/api/admin/metrics/traffic',
  tag: 'Traffic',
  summary: 'Counts the requests by day or month, API and status',
  description: 'Left out, `to` is today, and `from` the first of its month. Days are those of UTC.',
  access: mayReadTraffic,
  query: z.object({
    grouping: z.enum(TRAFFIC_GROUPINGS).optional(),
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
  }),
  responses: { 200: Traffic },
  plan: 'enterprise',
  lifecycle: { since: '6.8.0' },
})

const Range = z.object({
  grouping: z.enum(TRAFFIC_GROUPINGS),
  from: z.iso.date(),
  to: z.iso.date(),
})
const metered = {
  method: 'GET',
  tag: 'Traffic',
  access: mayReadTraffic,
  plan: 'enterprise',
  lifecycle: { since: '7.2.0' },
} as const

export const getConnectionsForPeriod = operation({
  ...metered,
  operationId: 'getConnectionsForPeriod',
  path: '/api/admin/metrics/connection',
  summary: 'Returns the connections that Edge reported, by metered group and day or month',
  query: Range,
  responses: { 200: MeteredConnections },
})

export const getRequestsForPeriod = operation({
  ...metered,
  operationId: 'getRequestsForPeriod',
  path: '/api/admin/metrics/request',
  summary: 'Returns the requests of SDKs, here and at Edge, by metered group and day or month',
  query: Range,
  responses: { 200: MeteredRequests },
})

export const getRequestsPerSecond = operation({
  ...metered,
  operationId: 'getRequestsPerSecond',
  path: '/api/admin/metrics/rps',
  summary: 'Returns the requests per second of the last hours, by part of the API',
  responses: { 200: RequestsPerSecond },
  lifecycle: { since: '4.18.0' },
})
