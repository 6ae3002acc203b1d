// Written by scripts/list-operations.mjs: one line per operation of this domain.
export { getEventCreators } from './events/get-event-creators.ts'
export { getEventsForToggle } from './events/get-events-for-toggle.ts'
export { getEvents } from './events/get-events.ts'
export { searchAllEvents } from './events/search-all-events.ts'
export { searchEvents } from './events/search-events.ts'
export { previewUndo } from './undo/preview-undo.ts'
export { undoEvent } from './undo/undo-event.ts'
