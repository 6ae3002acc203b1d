import { OPEN_STATES, PENDING_STATES } from '../../../../../src-shared/change-requests/index.ts'
import {
  getChangeRequest as one,
  getChangeRequests as all,
  getOpenChangeRequests as open,
  getPendingChangeRequests as pending,
  getPendingChangeRequestsForFeature as ofFlag,
} from '../../../../../src-shared/contract/change-requests.ts'
import { userIdOf } from '../../../../kernel/caller.ts'
import { query, type QueryContext } from '../../../../kernel/use-case.ts'
import { requireProject } from '../../../projects/records/projects/projects.store.ts'
import {
  readChangeRequests,
  type RequestFilter,
} from '../../records/change-requests/change-requests.store.ts'
import { readDetails } from '../../records/change-requests/details.read-model.ts'
import { requireRequest } from '../../records/change-requests/require-request.ts'
import { showListed, showOne, showWhole } from '../../records/change-requests/show-requests.ts'

const MAX_LISTED = 300

/** The newest requests of a project, in every state (docs/contract/changes.md#endpoints). */
export const getChangeRequests = query(all, async (context, { params: { projectId } }) => {
  const requests = await read(context, projectId, {}, MAX_LISTED)
  return showListed(context.queries, requests)
})

export const getPendingChangeRequests = query(pending, (context, { params }) =>
  readOwnPending(context, params.projectId),
)

export const getOpenChangeRequests = query(open, (context, { params }) =>
  readOwnPending(context, params.projectId),
)

export const getPendingChangeRequestsForFeature = query(
  ofFlag,
  async (context, { params: { projectId, featureName: feature } }) =>
    showWhole(context.queries, await read(context, projectId, { states: OPEN_STATES, feature })),
)

export const getChangeRequest = query(one, async (context, { params }) =>
  showOne(context.queries, await requireRequest(context, params.projectId, params.id)),
)

async function readOwnPending(context: QueryContext, project: string) {
  const createdBy = userIdOf(context.caller.actor)
  return showWhole(context.queries, await read(context, project, { states: PENDING_STATES, createdBy }))
}

/** Those that the caller may see. */
async function read(
  { queries, caller }: QueryContext,
  project: string,
  filter: RequestFilter,
  limit?: number,
) {
  await requireProject(queries, project)
  const page = limit === undefined ? {} : { limit }
  const seenBy = userIdOf(caller.actor)
  return readDetails(queries, await readChangeRequests(queries, { ...filter, project, seenBy }, page))
}
