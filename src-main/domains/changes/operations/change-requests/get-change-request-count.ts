import type { ChangeRequestState } from '#shared/changes/change-requests/index.ts'
import { getChangeRequestCount as count } from '#shared/changes/contract/change-request-review.ts'
import { userIdOf } from '#kernel/caller.ts'
import { query } from '#kernel/use-case.ts'
import { requireProject } from '#domains/projects/records/projects/projects.store.ts'
import { countByState } from '../../records/change-requests/change-requests.store.ts'

/** Counts change requests by state. `total` counts those that the caller may see. */
export const getChangeRequestCount = query(count, async ({ queries, caller }, { params: { projectId } }) => {
  await requireProject(queries, projectId)
  const counts = await countByState(queries, { project: projectId, seenBy: userIdOf(caller.actor) })
  const of = (state: ChangeRequestState) => counts.get(state) ?? 0
  return {
    total: [...counts.values()].reduce((sum, one) => sum + one, 0),
    applied: of('Applied'),
    approved: of('Approved'),
    rejected: of('Rejected'),
    reviewRequired: of('In review'),
    scheduled: of('Scheduled'),
  }
})
