import { EVENTS, isEventType, summarise } from '#shared/audit/events/index.ts'
import type { Event } from '#shared/audit/schemas/event.ts'
import type { Queries } from '#store/queries.ts'
import { readNewestEvents, type EventFilter } from './search-events.read-model.ts'

export type DescribedEvent = Event & { label: string; summary: string }

/** An event with what it is called and one sentence about it. `baseUrl` begins the links. */
export function describeEvent(event: Event, baseUrl: string): DescribedEvent {
  const { type } = event
  if (!isEventType(type))
    return { ...event, label: type, summary: `**${event.createdBy}** triggered **${type}**` }
  return { ...event, label: EVENTS[type].label, summary: summarise({ ...event, type }, baseUrl) }
}

/** The newest events of those that a filter says. */
export async function readLatestEvents(
  queries: Queries,
  filter: EventFilter,
  limit: number,
  baseUrl: string,
): Promise<DescribedEvent[]> {
  const events = await readNewestEvents(queries, filter, limit)
  return events.map((event) => describeEvent(event, baseUrl))
}
