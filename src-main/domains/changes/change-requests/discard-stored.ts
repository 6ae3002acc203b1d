import type { MutationContext } from '#kernel/use-case.ts'
import { inEvents, type StoredChange, type StoredChangeRequest } from './change-request.ts'
import { deleteChange } from './changes.store.ts'

/** Discards a change of a request, and records that. */
export async function discardStored(
  context: MutationContext,
  request: StoredChangeRequest,
  { id, change }: StoredChange,
): Promise<void> {
  await deleteChange(context.queries, id)
  const { data, ...place } = inEvents(request)
  context.record({
    type: 'change-discarded',
    ...place,
    ...(change.feature ? { featureName: change.feature } : {}),
    data,
    preData: { ...data, change },
  })
}
