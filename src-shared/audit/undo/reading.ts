import { ownValue } from '../../own-value.ts'
import type { PartChange } from './part.ts'

/** The members of an event that say what it changed. */
export interface LoggedChange {
  type: string
  featureName: string | null
  project: string | null
  environment: string | null
  data: Record<string, unknown> | null
  preData: Record<string, unknown> | null
}

/** Says how an event is undone, or why it cannot be. */
export type UndoRule =
  /** Undone by making each part what it was. Null: this event, of an older version, lacks what that needs. */
  | { kind: 'reversible'; changes: (event: LoggedChange) => PartChange[] | null }
  /** Changed nothing by itself: it tells of a write whose parts have their own events. */
  | { kind: 'note' }
  /** Cannot be undone. `loses`: nor can the state before it be told from the log. */
  | { kind: 'final'; reason: string; loses: boolean }

/** Reads the changes of an event. */
export const reversible = (changes: (event: LoggedChange) => PartChange[] | null): UndoRule => ({
  kind: 'reversible',
  changes,
})

/** Event that changed nothing of the configuration. */
export const NOTE: UndoRule = { kind: 'note' }

/** Event that cannot be undone, of something outside the configuration that can be looked at in the past. */
export const final = (reason: string): UndoRule => ({ kind: 'final', reason, loses: false })

/** Event that cannot be undone because it does not keep what was there. */
export const lossy = (reason: string): UndoRule => ({ kind: 'final', reason, loses: true })

/** Copies some members of a value, in this order. Members that are missing stay so. */
export function pick(value: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const member = ownValue(value, name)
      return member === undefined ? [] : [[name, member] as const]
    }),
  )
}
