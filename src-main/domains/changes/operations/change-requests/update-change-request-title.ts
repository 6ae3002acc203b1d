import { updateChangeRequestTitle as entitle } from '#shared/changes/contract/change-requests.ts'
import { mutation } from '#kernel/use-case.ts'
import { inEvents } from '../../records/change-requests/change-request.ts'
import { setTitle } from '../../records/change-requests/change-requests.store.ts'
import { requireOpen, requireOwner, requireRequest } from '../../records/change-requests/require-request.ts'

export const updateChangeRequestTitle = mutation(entitle, async (context, { params, body }) => {
  const request = await requireRequest(context, params.projectId, params.id)
  requireOwner(context, request)
  requireOpen(request)
  if (request.title === body.title) return
  await setTitle(context.queries, request.id, body.title)
  const { data, ...place } = inEvents(request)
  context.record({
    type: 'change-request-title-updated',
    ...place,
    data: { ...data, name: body.title },
    preData: data,
  })
})
