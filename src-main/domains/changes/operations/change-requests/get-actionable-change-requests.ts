import { judgeTransition } from '#shared/changes/change-requests/index.ts'
import { getActionableChangeRequests as actionable } from '#shared/changes/contract/change-request-review.ts'
import { userIdOf } from '#kernel/caller.ts'
import { query } from '#kernel/use-case.ts'
import { requireProject } from '#domains/projects/records/projects/projects.store.ts'
import type { ChangeRequestDetails } from '../../records/change-requests/change-request.ts'
import { readChangeRequests } from '../../records/change-requests/change-requests.store.ts'
import { readDetails } from '../../records/change-requests/details.read-model.ts'
import { partiesOf } from '../../records/change-requests/require-request.ts'

/**
 * Counts the requests that need the caller's attention: those the caller could approve and has not reviewed
 * yet, and those the caller could apply.
 */
export const getActionableChangeRequests = query(actionable, async (context, { params: { projectId } }) => {
  const { queries, caller } = context
  await requireProject(queries, projectId)
  const waiting = await readDetails(
    queries,
    await readChangeRequests(queries, { project: projectId, states: ['In review', 'Approved'] }),
  )
  const waitsForCaller = (request: ChangeRequestDetails) => {
    const next = request.state === 'Approved' ? 'Applied' : 'Approved'
    const hasReviewed = request.reviews.some((one) => one.createdByUserId === userIdOf(caller.actor))
    return (
      judgeTransition(request.state, next, partiesOf(context, request)).allowed &&
      (next === 'Applied' || !hasReviewed)
    )
  }
  return { total: waiting.filter(waitsForCaller).length }
})
