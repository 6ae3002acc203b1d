import {
  EVENTS,
  storedTypesOf,
  wireTypeOf,
  WITHHELD_EVENT_TYPES,
  type EventType,
} from '#shared/audit/events/index.ts'
import type { Event } from '#shared/audit/schemas/event.ts'
import type { EventFilter } from './search-events.read-model.ts'

/** Restricts a filter to published events; its types are those of the wire. */
export function onlyPublished(filter: EventFilter): EventFilter {
  const { types } = filter
  return {
    ...filter,
    exceptTypes: WITHHELD_EVENT_TYPES,
    ...(types ? { types: types.flatMap(storedTypesOf) } : {}),
  }
}

/** Gives an event the type that it has over HTTP. */
export function toPublished<E extends Event>(event: E): E {
  // a row of a newer version may carry a type that this one does not know
  if (!(event.type in EVENTS)) return event
  return { ...event, type: wireTypeOf(event.type as EventType) ?? event.type }
}
