import { z } from 'zod'

import { Traffic, TRAFFIC_GROUPINGS } from '../schemas/traffic.ts'
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
