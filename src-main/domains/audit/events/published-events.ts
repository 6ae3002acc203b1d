import { isEventType, storedTypesOf, wireTypeOf, WITHHELD_EVENT_TYPES } from '#shared/audit/events/index.ts'
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
  const { type } = event
  return isEventType(type) ? { ...event, type: wireTypeOf(type) ?? type } : event
}
