import { z } from 'zod'

import { PublishedEvent } from '#shared/audit/schemas/event.ts'
import { audienceOnly } from '#shared/contract-engine/access.ts'
import { operation } from '#shared/contract-engine/operation.ts'
import { removedInV7 } from './lifecycle.ts'
import { Name } from '#shared/schemas/bounded.ts'

const text = Name.optional()

export const deprecatedSearchEvents = operation({
  operationId: 'deprecatedSearchEvents',
  method: 'POST',
  path: '/api/admin/events/search',
  tag: 'Events',
  summary: 'Searches the event log, newest first',
  access: audienceOnly,
  body: z
    .object({
      type: text,
      project: text,
      feature: text,
      query: z.string().max(1000).optional(),
      limit: z.int().min(1).max(100).optional(),
      offset: z.int().min(0).optional(),
    })
    .meta({ id: 'deprecatedSearchEventsSchema' }),
  responses: {
    200: z
      .object({ version: z.literal(1), events: z.array(PublishedEvent), totalEvents: z.int() })
      .meta({ id: 'deprecatedFoundEventsSchema' }),
  },
  lifecycle: removedInV7('6.1.0', '/api/admin/search/events'),
})
