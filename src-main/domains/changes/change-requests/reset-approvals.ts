import type { MutationContext } from '#kernel/use-case.ts'
import type { StoredChangeRequest } from './change-request.ts'
import { setState } from './change-requests.store.ts'
import { deleteApprovals } from './reviews.store.ts'

/** Resets the approvals of a change request whose changes were edited (docs/contract/changes.md#edit-resets). */
export async function resetApprovals(
  { queries, now }: MutationContext,
  { id, state }: StoredChangeRequest,
): Promise<void> {
  if (state === 'Draft') return
  await deleteApprovals(queries, id)
  if (state !== 'In review') await setState(queries, id, 'In review', now.toISOString())
}
