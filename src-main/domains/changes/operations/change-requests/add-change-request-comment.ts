import { addChangeRequestComment as operation } from '#shared/changes/contract/change-request-review.ts'
import { mutation } from '#kernel/use-case.ts'
import { authorshipOf, inEvents } from '../../records/change-requests/change-request.ts'
import { requireRequest } from '../../records/change-requests/require-request.ts'
import { insertComment } from '../../records/change-requests/reviews.store.ts'

/** Everybody who sees a request may say something about it, also when it is closed. */
export const addChangeRequestComment = mutation(operation, async (context, { params, body }) => {
  const request = await requireRequest(context, params.projectId, params.id)
  const { queries, caller, now } = context
  await insertComment(queries, request.id, { text: body.text, ...authorshipOf(caller.actor, now) })
  context.record({ type: 'change-request-comment-added', ...inEvents(request) })
})
