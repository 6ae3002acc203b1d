import type { RequestedChange } from '../../../../../src-shared/changes/schemas/requested-change.ts'
import type { MutationContext } from '../../../../kernel/use-case.ts'
import type { Queries } from '../../../../store/queries.ts'

/** Where a change is to be made. */
export interface ChangePlace {
  projectId: string
  environment: string
  /** Empty for a change of a segment. */
  featureName: string
}

/** What is to be known of one kind of change; the rules are those of the operation that makes it directly. */
export interface ChangeKind<C extends RequestedChange = RequestedChange> {
  /** What the change is about: of two in one request that are about the same, the later one holds. null: of its own. */
  target(change: C): string | null
  /** What `find` finds, in words. */
  noun: string
  /**
   * What must be there, and as it was, for the change still to mean what was meant; undefined: it is not there. Absent:
   * the flag suffices.
   */
  find?(queries: Queries, place: ChangePlace, change: C): Promise<unknown>
  /** Refuses, when the change is asked for, what could not be done. Paths are those of the payload as a body. */
  examine?(context: MutationContext, place: ChangePlace, change: C): Promise<void>
  apply(context: MutationContext, place: ChangePlace, change: C): Promise<void>
}
