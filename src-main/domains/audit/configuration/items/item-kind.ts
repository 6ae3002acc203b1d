import type { ConfigurationParts, PartChange } from '#shared/audit/undo/index.ts'
import type { Operation, Result } from '#shared/contract/index.ts'
import type { RawRequest } from '#kernel/parse-request.ts'
import type { MutationContext, Restored } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'

/** Runs an operation with all its rules: in this instance as the caller, or at another service. */
export interface OperationPerformer {
  perform: <O extends Operation>(operation: O, raw: RawRequest, restored?: Restored) => Promise<Result<O>>
}

/** Makes acts of this instance: with the permissions of the caller, and under change control as ever. */
export const performerOf = ({
  caller,
  performAs,
}: Pick<MutationContext, 'caller' | 'performAs'>): OperationPerformer => ({
  perform: (operation, raw, restored) =>
    performAs(caller.actor, operation, raw, restored ? { restored } : {}),
})

/**
 * A kind of item of a configuration. Undo, the past, scenario files, promotion and copies read and change its items by this
 * module alone. The schemas of items in files are in `SCENARIO_ITEMS`, the readings of their events in `READINGS`.
 */
export interface ItemKind {
  /** First name of the paths of its parts. The second one is the name of an item, or its id. */
  kind: string
  /** Lists the second names of all items. */
  names: (queries: Queries) => Promise<readonly { name: string | number }[]>
  /** Adds the parts of the items with these names, as they are now. */
  read: (queries: Queries, names: readonly string[], parts: ConfigurationParts) => Promise<void>
  /**
   * Makes a part what it should be. An item that the instance numbers is new without a second name in its path. Returns its
   * id then.
   */
  perform: (acts: OperationPerformer, change: PartChange) => Promise<number | undefined>
}

export type Data = Readonly<Record<string, unknown>>

/** Identity of an item that is created again: one whose path has its id. */
export const identityOf = (id: string | undefined, item: Data): Restored | undefined =>
  id === undefined ? undefined : { ...(item as Restored), id }

/** Adapts an operation whose answer says nothing that a later step needs. */
export async function done(performed: Promise<unknown>): Promise<undefined> {
  await performed
}
