export { EVENT_TYPES, EVENTS, type EventKind, type EventType } from './catalogue.ts'
export { summarise } from './summary.ts'
