import type { RequestedChange } from '#shared/changes/schemas/requested-change.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'
import { authorshipOf, type StoredChangeRequest } from './change-request.ts'
import { kindOf } from '../change-kinds/change-kinds.ts'
import { deleteChange, insertChange, readChanges } from './changes.store.ts'
import { examineChange } from './examine-change.ts'

/** Ids of the changes of a request, by what they are about. */
export type Targets = Map<string, number[]>

const targetOf = (change: RequestedChange) => kindOf(change).target(change)

/** Reads what the changes of a request are about: once, however many are to be put. */
export async function readTargets(queries: Queries, requestId: number): Promise<Targets> {
  const targets: Targets = new Map()
  for (const { id, change } of await readChanges(queries, [requestId])) {
    const target = targetOf(change)
    if (target !== null) targets.set(target, [...(targets.get(target) ?? []), id])
  }
  return targets
}

/**
 * Puts a change into a request, if it could be made as things are. A change of the same that was there is no longer what
 * is meant, and goes. `at` is where the change stands in the body.
 */
export async function putChange(
  context: MutationContext,
  request: StoredChangeRequest,
  change: RequestedChange,
  { at, targets }: { at: string; targets: Targets },
): Promise<void> {
  const { everything, caller, now } = context
  const snapshot = await examineChange(context, request, change, at)
  const target = targetOf(change)
  for (const former of target === null ? [] : (targets.get(target) ?? []))
    await deleteChange(everything, former)
  const id = await insertChange(everything, request.id, {
    change,
    snapshot,
    ...authorshipOf(caller.actor, now),
  })
  if (target !== null) targets.set(target, [id])
}
