export { EVENT_TYPES, EVENTS, isEventType, labelOfType, type EventType } from './catalogue.ts'

export { sentenceOf, summarise, withoutProject, type Named, type SentencePart } from './sentence.ts'
export { storedTypesOf, WIRE_EVENT_TYPES, wireTypeOf, WITHHELD_EVENT_TYPES } from './wire-types.ts'
