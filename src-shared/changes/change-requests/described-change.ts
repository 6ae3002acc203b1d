import type { RequestedChange } from '../schemas/requested-change.ts'
import type { Strategy } from '../../flags/schemas/strategy.ts'

/** A change as a request shows it: its payload carries what it was about when it was asked for. */
export interface ShownChange {
  action: string
  payload?: unknown
}

export type SegmentNames = ReadonlyMap<number, string>

/** Subject of a change and its current state, if known. */
export interface ChangeContext {
  /** The flag, for a change of one. */
  feature?: string | undefined
  /** The segment, for a change of one. */
  segment?: string | undefined
  environment: string
  /** Current flag; absent if it is unknown or can no longer be changed. */
  present?: { enabled: boolean; strategies: readonly Strategy[] } | undefined
  /** The names of segments by id, as far as they are known. */
  segmentNames?: SegmentNames | undefined
  /** Writes a time for its reader; absent: as it is stored. */
  timeInWords?: ((at: string) => string) | undefined
}

export interface DescribedChange {
  /** "Turn on dark-mode in production" */
  title: string
  /** Effects of the change, one per line. */
  details: readonly string[]
  /** State before the change, for a comparison. Absent: did not exist, or is not known. */
  before?: unknown
  /** State after the change. Absent: it no longer exists. */
  after?: unknown
}

/** Describes changes of one kind. */
export type Describe<C extends RequestedChange> = (
  change: C,
  around: ChangeContext,
  snapshot: unknown,
) => DescribedChange
