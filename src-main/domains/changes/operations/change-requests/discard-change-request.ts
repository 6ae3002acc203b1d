import { discardChangeRequest as discard } from '#shared/changes/contract/change-requests.ts'
import { badData } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import { inEvents } from '../../records/change-requests/change-request.ts'
import { deleteChangeRequest } from '../../records/change-requests/change-requests.store.ts'
import { requireRequest } from '../../records/change-requests/require-request.ts'

/** Discards a draft: nobody else has seen it, and nothing of it stays. */
export const discardChangeRequest = mutation(discard, async (context, { params }) => {
  const request = await requireRequest(context, params.projectId, params.id)
  if (request.state !== 'Draft')
    throw badData('Only a draft can be discarded. A change request that others have seen can be cancelled.')
  await deleteChangeRequest(context.queries, request.id)
  const { data, ...place } = inEvents(request)
  context.record({ type: 'change-request-discarded', ...place, preData: data })
})
