import type { RequestedChange } from '../../../src-shared/schemas/requested-change.ts'
import type { MutationContext } from '../../kernel/use-case.ts'
import { authored, type StoredChangeRequest } from './change-request.ts'
import { kindOf } from './change-kinds.ts'
import { deleteChange, insertChange, readChanges } from './changes.store.ts'
import { examineChange } from './examine-change.ts'

/**
 * Puts a change into a request, if it could be made as things are. A change of the same that was there is no longer what
 * is meant, and goes. `at` is where the change stands in the body.
 */
export async function putChange(
  context: MutationContext,
  request: StoredChangeRequest,
  change: RequestedChange,
  at: string,
): Promise<void> {
  const { queries, caller, now } = context
  const snapshot = await examineChange(context, request, change, at)
  const target = kindOf(change).target(change)
  for (const former of await readChanges(queries, [request.id]))
    if (target !== null && kindOf(former.change).target(former.change) === target)
      await deleteChange(queries, former.id)
  await insertChange(queries, request.id, { change, snapshot, ...authored(caller.actor, now) })
}
