import { isEventType, type EventType } from '../events/index.ts'
import { FINAL_READINGS } from './final-changes.ts'
import { FLAG_READINGS } from './flag-changes.ts'
import { PLACE_READINGS } from './place-changes.ts'
import type { LoggedChange, UndoRule } from './reading.ts'
import { VOCABULARY_READINGS } from './vocabulary-changes.ts'
import { namesOf } from '../../own-value.ts'

/** Says of every event type how it is undone, or why it cannot be. A type without an entry does not compile. */
export const READINGS: Readonly<Record<EventType, UndoRule>> = {
  ...FLAG_READINGS,
  ...VOCABULARY_READINGS,
  ...PLACE_READINGS,
  ...FINAL_READINGS,
}

const UNKNOWN: UndoRule = {
  kind: 'final',
  reason: 'A newer version of Halyard wrote this event.',
  loses: true,
}

/** Finds how an event is undone. */
export const readingOf = ({ type }: Pick<LoggedChange, 'type'>): UndoRule =>
  isEventType(type) ? READINGS[type] : UNKNOWN

/** Types of events from which the state before can be worked out. */
export const REVERSIBLE_TYPES: readonly EventType[] = namesOf(READINGS).filter(
  (type) => READINGS[type].kind === 'reversible',
)

/** Types of events before which the state cannot be told. */
export const LOSSY_TYPES: readonly EventType[] = namesOf(READINGS).filter((type) => {
  const reading = READINGS[type]
  return reading.kind === 'final' && reading.loses
})
