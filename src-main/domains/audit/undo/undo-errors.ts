import { EVENTS, type EventType } from '#shared/audit/events/index.ts'
import type { Event } from '#shared/audit/schemas/event.ts'
import type { NamedEvent } from '#shared/audit/schemas/undo.ts'
import { AppError } from '#kernel/app-error.ts'

/**
 * Turns the error of an operation that does the reverse into one of the undo. Missing permissions and change control
 * stay what they are; a request that does not fit the state of today is a conflict.
 */
export function asUndoError(error: unknown): unknown {
  if (!(error instanceof AppError) || error.status === 403 || error.status === 409) return error
  const [first] = error.details
  const message = first?.message ?? error.message
  return new AppError('ConflictError', `This cannot be done any more: ${message}`, { cause: error })
}

/** Names an event for a list. */
export function toNamedEvent(event: Event): NamedEvent {
  const { id, type, createdAt, createdBy, createdByUserId, featureName, project, environment } = event
  const label = type in EVENTS ? EVENTS[type as EventType].label : type
  return { id, type, label, createdAt, createdBy, createdByUserId, featureName, project, environment }
}
