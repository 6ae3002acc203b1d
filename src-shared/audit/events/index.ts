export { EVENT_TYPES, EVENTS, type EventType } from './catalogue.ts'
export type { EventKind } from './event-kind.ts'
export { summarise } from './summary.ts'
export {
  storedTypesOf,
  WIRE_EVENT_TYPES,
  wireTypeOf,
  WITHHELD_EVENT_TYPES,
  type WireEventType,
} from './wire-types.ts'
