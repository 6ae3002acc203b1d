import { OPEN_STATES } from '#shared/changes/change-requests/index.ts'
import { getPendingChangeRequestsForFeature as ofFlag } from '#shared/changes/contract/change-requests.ts'
import { query } from '#kernel/use-case.ts'
import { showWhole } from '../../records/change-requests/show-requests.ts'
import { readShownRequests } from '../../records/change-requests/read-change-requests.ts'

export const getPendingChangeRequestsForFeature = query(
  ofFlag,
  async (context, { params: { projectId, featureName: feature } }) =>
    showWhole(context.queries, await readShownRequests(context, projectId, { states: OPEN_STATES, feature })),
)
