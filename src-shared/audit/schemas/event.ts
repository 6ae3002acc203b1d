import { z } from 'zod'

import { WIRE_EVENT_TYPES } from '../events/index.ts'
import { Instant } from '../../schemas/scalars.ts'

const Json = z.record(z.string(), z.unknown())

/** One event of the log: who did what to what, before and after (docs/contract/audit.md#events). */
export const Event = z.object({
  id: z.int(),
  type: z.string(),
  createdBy: z.string(),
  createdByUserId: z.int(),
  createdAt: Instant,
  data: Json.nullable(),
  preData: Json.nullable(),
  tags: z.array(z.object({ type: z.string(), value: z.string() })),
  featureName: z.string().nullable(),
  project: z.string().nullable(),
  environment: z.string().nullable(),
  groupType: z.string(),
  groupId: z.string(),
})
export type Event = z.output<typeof Event>

/** An event as HTTP callers get it: its type is one of the published contract. */
export const PublishedEvent = Event.extend({ type: z.enum(WIRE_EVENT_TYPES) }).meta({ id: 'eventSchema' })

export const SearchedEvent = PublishedEvent.extend({ label: z.string(), summary: z.string() }).meta({
  id: 'eventSearchItemSchema',
})
