import { getChangeRequests as all } from '#shared/changes/contract/change-requests.ts'
import { query } from '#kernel/use-case.ts'
import { showListed } from '../../records/change-requests/show-requests.ts'
import { readShownRequests } from '../../records/change-requests/read-change-requests.ts'

const MAX_LISTED = 300

/** The newest requests of a project, in every state (docs/contract/changes.md#endpoints). */
export const getChangeRequests = query(all, async (context, { params: { projectId } }) => {
  const requests = await readShownRequests(context, projectId, {}, MAX_LISTED)
  return showListed(context.queries, requests)
})
