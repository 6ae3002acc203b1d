import { z } from 'zod'

import { Impression, ImpressionSession, ImpressionsInput, ImpressionTimeline } from '../schemas/impression.ts'
import { QueryBoolean, SortOrder } from '../../schemas/scalars.ts'
import { OverlayHeaders } from '../../flags/schemas/override.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { Line } from '../../schemas/bounded.ts'

const tag = 'Impressions'
const IMPRESSIONS = '/api/admin/impressions'
const read = { tag, method: 'GET', access: needs('READ_LOGS') } as const

/** "session 7 saw flag X as B" */
const Filter = z.object({
  sessionId: Line.optional(),
  userId: Line.optional(),
  flag: Line.optional(),
  variant: Line.optional(),
  eventType: Line.optional(),
  environment: Line.optional(),
  enabled: QueryBoolean.optional(),
  warnings: QueryBoolean.optional(),
})

export const recordImpressions = operation({
  operationId: 'recordImpressions',
  everywhere: true,
  method: 'POST',
  path: '/api/impressions',
  tag,
  summary: 'Stores one or more impression events sent by an SDK',
  audience: 'sdk',
  access: audienceOnly,
  headers: OverlayHeaders,
  body: ImpressionsInput,
  responses: { 202: null },
})

export const getImpressions = operation({
  ...read,
  operationId: 'getImpressions',
  everywhere: true,
  path: IMPRESSIONS,
  summary: 'Lists the impression events, newest first by default',
  query: Filter.extend({
    offset: Line.optional(),
    limit: Line.optional(),
    sortOrder: SortOrder.optional(),
  }),
  responses: {
    200: z.object({ impressions: z.array(Impression), total: z.int() }).meta({ id: 'impressionsSchema' }),
  },
})

export const getImpressionSessions = operation({
  ...read,
  operationId: 'getImpressionSessions',
  everywhere: true,
  path: `${IMPRESSIONS}/sessions`,
  summary: 'Lists the sessions of impression events, newest first',
  responses: { 200: z.object({ sessions: z.array(ImpressionSession) }) },
})

export const getImpressionTimeline = operation({
  ...read,
  operationId: 'getImpressionTimeline',
  everywhere: true,
  path: `${IMPRESSIONS}/timeline`,
  summary: 'Counts impression events over time, in 30 to 60 steps',
  query: Filter,
  responses: { 200: ImpressionTimeline },
})

export const exportImpressions = operation({
  ...read,
  operationId: 'exportImpressions',
  everywhere: true,
  path: `${IMPRESSIONS}/export`,
  summary: 'Exports the impression events as NDJSON or CSV, oldest first',
  query: Filter.extend({ format: z.enum(['ndjson', 'csv']).optional() }),
  responses: { 200: z.string() },
})

export const clearImpressions = operation({
  operationId: 'clearImpressions',
  everywhere: true,
  method: 'DELETE',
  path: IMPRESSIONS,
  tag,
  summary: 'Deletes all impression events',
  access: needs('ADMIN'),
  anyContentType: true,
  responses: { 200: null },
})
