// Written by scripts/list-operations.mjs.

/** Ids of the operations of audit. */
export type AuditOperationId =
  | 'getEventCreators'
  | 'getEvents'
  | 'getEventsForToggle'
  | 'getPast'
  | 'previewRestore'
  | 'previewUndo'
  | 'restorePart'
  | 'searchEvents'
  | 'undoEvent'
