import { onlyPublished, toPublished } from '#domains/audit/events/published-events.ts'
import { searchEventLog, type EventFilter } from '#domains/audit/events/search-events.read-model.ts'
import { query } from '#kernel/use-case.ts'
import * as contract from '#shared/versions/contract/former/events.ts'

const DEFAULT_LIMIT = 100

/** Searches events. Missing or empty filters are ignored. */
export const deprecatedSearchEvents = query(contract.deprecatedSearchEvents, async (context, { body }) => {
  const { type, project, feature, query: text, limit = DEFAULT_LIMIT, offset = 0 } = body
  const filter: EventFilter = {}
  if (type) filter.types = [type]
  if (project) filter.projects = [project]
  if (feature) filter.features = [feature]
  if (text) filter.text = text
  const { events, total } = await searchEventLog(context, onlyPublished(filter), { offset, limit })
  return { version: 1 as const, events: events.map(toPublished), totalEvents: total }
})
