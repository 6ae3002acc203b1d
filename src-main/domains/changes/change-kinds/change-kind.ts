import type { RequestedChange } from '#shared/changes/schemas/requested-change.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'

/** Project and environment of a change. */
export interface ChangePlace {
  projectId: string
  environment: string
  /** Empty for a change of a segment. */
  featureName: string
}

/** Definition of one kind of change. Its rules are those of the operation that makes the change directly. */
export interface ChangeKind<C extends RequestedChange = RequestedChange> {
  /**
   * Key of the changed object. If two changes of a request have the same key, the later one wins. null: the
   * change has a target of its own.
   */
  target(change: C): string | null
  /** Name of the object that `find` finds, in words. */
  noun: string
  /**
   * Finds the object that must exist, unchanged, for the change to keep its meaning. Returns undefined if it
   * does not exist. Absent: the flag suffices.
   */
  find?(queries: Queries, place: ChangePlace, change: C): Promise<unknown>
  /**
   * Rejects an impossible change when it is requested. Paths in errors are those of the payload as a body.
   */
  examine?(context: MutationContext, place: ChangePlace, change: C): Promise<void>
  apply(context: MutationContext, place: ChangePlace, change: C): Promise<void>
}
