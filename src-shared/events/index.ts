export { EVENT_TYPES, EVENTS, type EventType } from './catalogue.ts'
export type { EventKind } from './event-kind.ts'
export { summarise } from './summary.ts'
