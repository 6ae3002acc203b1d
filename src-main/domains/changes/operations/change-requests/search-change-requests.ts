import { CLOSED_STATES, OPEN_STATES } from '#shared/changes/change-requests/index.ts'
import { searchChangeRequests as search } from '#shared/changes/contract/change-request-review.ts'
import { userIdOf } from '#kernel/caller.ts'
import { query } from '#kernel/use-case.ts'
import {
  countChangeRequests,
  readChangeRequests,
  type RequestFilter,
} from '../../records/change-requests/change-requests.store.ts'
import { readDetails } from '../../records/change-requests/details.read-model.ts'
import { showFound } from '../../records/change-requests/show-requests.ts'

const DEFAULT_LIMIT = 50

/** Requests of all projects, the newest first; drafts are their author's alone. */
export const searchChangeRequests = query(search, async ({ queries, caller }, { query: asked }) => {
  const { createdBy, requestedApproverId: reviewer, state } = asked
  const filter: RequestFilter = {
    seenBy: userIdOf(caller.actor),
    ...(createdBy === undefined ? {} : { createdBy }),
    ...(reviewer === undefined ? {} : { reviewer }),
    ...(state === undefined ? {} : { states: state === 'open' ? OPEN_STATES : CLOSED_STATES }),
  }
  const page = { offset: asked.offset ?? 0, limit: asked.limit ?? DEFAULT_LIMIT }
  const requests = await readDetails(queries, await readChangeRequests(queries, filter, page))
  return {
    changeRequests: await showFound(queries, requests),
    total: await countChangeRequests(queries, filter),
  }
})
