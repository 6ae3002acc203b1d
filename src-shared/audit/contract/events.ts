import { z } from 'zod'

import { PublishedEvent, SearchedEvent } from '../schemas/event.ts'
import { filterText } from '../../schemas/filter-text.ts'
import { QueryInteger } from '../../schemas/scalars.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { Line, PathPart } from '../../schemas/bounded.ts'

const tag = 'Events'
const Day = Line.regex(/^IS:\d{4}-\d{2}-\d{2}$/).optional()
const Choice = filterText('^(IS|IS_ANY_OF):(.*?)(,([a-zA-Z0-9_]+))*$', /^(IS|IS_ANY_OF):.*$/).optional()

export const getEvents = operation({
  operationId: 'getEvents',
  method: 'GET',
  path: '/api/admin/events',
  tag,
  summary: 'Lists the last 100 events, newest first',
  access: needs('ADMIN'),
  query: z.object({ project: Line.optional() }),
  responses: {
    200: z.object({ version: z.literal(1), events: z.array(PublishedEvent) }).meta({ id: 'eventsSchema' }),
  },
  lifecycle: { since: '3.0.0', deprecated: '6.1.0', replacement: '/api/admin/search/events' },
})

export const searchEvents = operation({
  operationId: 'searchEvents',
  method: 'GET',
  path: '/api/admin/search/events',
  tag,
  summary: 'Searches the event log, newest first',
  access: audienceOnly,
  query: z.object({
    query: Line.optional(),
    id: Line.regex(/^IS:\d+$/).optional(),
    groupId: Line.regex(/^IS:.+$/).optional(),
    feature: Choice,
    project: Choice,
    environment: Choice,
    type: Choice,
    createdBy: Choice,
    from: Day,
    to: Day,
    offset: QueryInteger.optional(),
    limit: QueryInteger.optional(),
  }),
  responses: {
    200: z
      .object({ events: z.array(SearchedEvent), total: z.int() })
      .meta({ id: 'eventSearchResponseSchema' }),
  },
  lifecycle: { since: '6.1.0' },
})

export const getEventsForToggle = operation({
  operationId: 'getEventsForToggle',
  method: 'GET',
  path: '/api/admin/events/:featureName',
  tag,
  summary: 'Lists the events of a flag, newest first',
  access: audienceOnly,
  params: z.object({ featureName: PathPart }),
  responses: {
    200: z
      .object({
        version: z.literal(1),
        toggleName: z.string(),
        events: z.array(PublishedEvent),
        totalEvents: z.int(),
      })
      .meta({ id: 'featureEventsSchema' }),
  },
  lifecycle: { since: '3.0.0', deprecated: '6.1.0', replacement: '/api/admin/search/events' },
})

export const getEventCreators = operation({
  operationId: 'getEventCreators',
  method: 'GET',
  path: '/api/admin/event-creators',
  tag,
  summary: 'Lists the authors of events',
  access: audienceOnly,
  responses: {
    200: z.array(z.object({ id: z.int(), name: z.string() })).meta({ id: 'eventCreatorsSchema' }),
  },
  lifecycle: { since: '6.1.0' },
})
