export { EVENT_TYPES, EVENTS, type EventType } from './catalogue.ts'

export { summarise } from './summary.ts'
export { storedTypesOf, WIRE_EVENT_TYPES, wireTypeOf, WITHHELD_EVENT_TYPES } from './wire-types.ts'
