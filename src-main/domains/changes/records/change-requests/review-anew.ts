import type { MutationContext } from '../../../../kernel/use-case.ts'
import type { StoredChangeRequest } from './change-request.ts'
import { setState } from './change-requests.store.ts'
import { deleteApprovals } from './reviews.store.ts'

/**
 * After its changes have changed, what was approved is to be approved again
 * (docs/contract/changes.md#edit-resets).
 */
export async function reviewAnew(
  { queries, now }: MutationContext,
  { id, state }: StoredChangeRequest,
): Promise<void> {
  if (state === 'Draft') return
  await deleteApprovals(queries, id)
  if (state !== 'In review') await setState(queries, id, 'In review', now.toISOString())
}
