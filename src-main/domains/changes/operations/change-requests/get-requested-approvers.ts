import { getRequestedApprovers as requested } from '#shared/changes/contract/change-request-review.ts'
import { query } from '#kernel/use-case.ts'
import { readPeople } from '../../records/change-requests/people.read-model.ts'
import { requireRequest } from '../../records/change-requests/require-request.ts'
import { readRequestedReviewers } from '../../records/change-requests/reviews.store.ts'
import { toReviewer } from '../../records/change-requests/read-reviewers.ts'

export const getRequestedApprovers = query(requested, async (context, { params }) => {
  const { id } = await requireRequest(context, params.projectId, params.id)
  const ids = new Set(await readRequestedReviewers(context.queries, id))
  const people = await readPeople(context.queries)
  return { reviewers: people.filter((person) => ids.has(person.id)).map(toReviewer) }
})
