import {
  CLOSED_STATES,
  judgeTransition,
  OPEN_STATES,
  type ChangeRequestState,
} from '../../../../../src-shared/change-requests/index.ts'
import {
  getActionableChangeRequests as actionable,
  getChangeRequestCount as count,
  getScheduledChangeRequests as scheduled,
  searchChangeRequests as search,
} from '../../../../../src-shared/contract/change-request-review.ts'
import type { RequestedChange } from '../../../../../src-shared/schemas/requested-change.ts'
import { userIdOf } from '../../../../kernel/caller.ts'
import { query } from '../../../../kernel/use-case.ts'
import { requireProject } from '../../../projects/records/projects/projects.store.ts'
import { titleOf, type ChangeRequestDetails } from '../../records/change-requests/change-request.ts'
import {
  countByState,
  countChangeRequests,
  readChangeRequests,
  type RequestFilter,
} from '../../records/change-requests/change-requests.store.ts'
import { readDetails } from '../../records/change-requests/details.read-model.ts'
import { partiesOf } from '../../records/change-requests/require-request.ts'
import { showFound } from '../../records/change-requests/show-requests.ts'

const DEFAULT_LIMIT = 50

/** How many there are in each state; `total` counts those that the caller may see. */
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

/** How many wait for the caller: those one could approve and has not yet, and those one could apply. */
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

/**
 * The scheduled requests that change any of what is named; nothing named, none (docs/contract/changes.md#endpoints).
 */
export const getScheduledChangeRequests = query(
  scheduled,
  async ({ queries }, { params: { projectId }, query: asked }) => {
    await requireProject(queries, projectId)
    const { feature = [], strategyId = [], variantForFlag = [] } = asked
    const isMeant = (change: RequestedChange) =>
      (change.feature ? feature.includes(change.feature) : false) ||
      strategiesOf(change).some((id) => strategyId.includes(id)) ||
      (change.action === 'patchVariant' && variantForFlag.includes(change.feature))
    const requests = await readDetails(
      queries,
      await readChangeRequests(queries, { project: projectId, states: ['Scheduled'] }),
    )
    return requests
      .filter(({ changes }) => changes.some(({ change }) => isMeant(change)))
      .map((request) => ({ id: request.id, environment: request.environment, title: titleOf(request) }))
  },
)

function strategiesOf(change: RequestedChange): string[] {
  if (change.action === 'updateStrategy' || change.action === 'deleteStrategy') return [change.payload.id]
  return change.action === 'reorderStrategy' ? change.payload.map((one) => one.id) : []
}

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
