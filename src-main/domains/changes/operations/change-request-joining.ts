import type { AccessDirectory } from '#domains/access/access/access-directory.ts'
import { findEnabled } from '#domains/flags/features/feature-environments.store.ts'
import { requireFeature } from '#domains/flags/features/features.store.ts'
import { requireActiveProject } from '#domains/projects/projects/projects.store.ts'
import { badData, notFound } from '#kernel/app-error.ts'
import { userIdOf } from '#kernel/caller.ts'
import { Turn } from '#runtime/turn.ts'
import { mutation, query, type QueryContext } from '#kernel/use-case.ts'
import { judgeTransition, type ChangeRequestState } from '#shared/changes/change-requests/index.ts'
import * as contract from '#shared/changes/contract/change-request-joining.ts'
import { kindOf } from '../change-kinds/change-kinds.ts'
import { placeOf } from '../change-requests/conflicts.ts'
import { addAllChanges, openRequest } from '../change-requests/join-request.ts'
import type { StoredChangeRequest } from '../change-requests/change-request.ts'
import { readChangeRequests } from '../change-requests/change-requests.store.ts'
import { readDetails } from '../change-requests/details.read-model.ts'
import { partiesOf, requireEditable, requireRequest } from '../change-requests/require-request.ts'
import { SOON_MS, wayBackTitle } from '#shared/changes/change-requests/due-soon.ts'
import { readApprovedBy, readDueSchedules, readFailedSchedules } from '../change-requests/reviews.store.ts'
import { scheduleTurning } from '../change-requests/schedule-turning.ts'
import { showFound, showOne } from '../change-requests/show-requests.ts'

/** Asks for changes in a new draft, whatever else of the caller is pending there. */
export const startChangeRequest = ({ access }: { access: AccessDirectory }) =>
  mutation(contract.startChangeRequest, async (context, { params, body }) => {
    const { projectId: project, environment } = params
    return addAllChanges(context, await openRequest(context, access, { project, environment }, 'new'), body)
  })

/** Asks for changes in a request that the caller has chosen; it must still take changes. */
export const addChangesToChosenRequest = ({ access }: { access: AccessDirectory }) =>
  mutation(contract.addChangesToChosenRequest, async (context, { params: { projectId, id }, body }) => {
    await requireActiveProject(context.everything, projectId)
    const request = await requireRequest(context, projectId, id)
    await requireEditable(context, access, request)
    return addAllChanges(context, request, body)
  })

const LISTED = 100

/** Lists requests in all visible projects that wait for the caller: to approve, to apply, and failed ones. */
export const getWaitingChangeRequests = query(contract.getWaitingChangeRequests, async (context) => {
  const { visible, caller, now } = context
  const me = userIdOf(caller.actor)
  const open = await readChangeRequests(visible, { states: ['In review', 'Approved', 'Scheduled'] })
  const approved = new Set(await readApprovedBy(visible, me))
  const failed = new Set(await readFailedSchedules(visible))
  const dueSoon = new Set(await readDueSchedules(visible, new Date(now.getTime() + SOON_MS).toISOString()))
  const may = permissionsByPlace(context)
  const found = { toReview: [], toApply: [], failedSchedules: [], dueSoon: [] } as Record<
    List,
    StoredChangeRequest[]
  >
  const turn = new Turn()
  for (const request of open) {
    await turn.pause()
    const isOwn = request.createdByUserId === me
    if (request.state === 'In review') {
      if (!approved.has(request.id) && may(request, 'Approved')) found.toReview.push(request)
    } else if (request.state === 'Approved') {
      if (isOwn || may(request, 'Applied')) found.toApply.push(request)
    } else if (failed.has(request.id) || dueSoon.has(request.id)) {
      if (!isOwn && !may(request, 'Applied')) continue
      found[failed.has(request.id) ? 'failedSchedules' : 'dueSoon'].push(request)
    }
  }
  return {
    toReview: await show(context, found.toReview),
    toApply: await show(context, found.toApply),
    failedSchedules: await show(context, found.failedSchedules),
    dueSoon: await show(context, found.dueSoon),
  }
})

type List = 'toReview' | 'toApply' | 'failedSchedules' | 'dueSoon'

/** Remembers rights by place and authorship: they are the same for all such requests. */
function permissionsByPlace(context: QueryContext) {
  const known = new Map<string, boolean>()
  const me = userIdOf(context.caller.actor)
  return (request: StoredChangeRequest, to: ChangeRequestState): boolean => {
    const { project, environment, state } = request
    const key = JSON.stringify([project, environment, state, to, request.createdByUserId === me])
    const before = known.get(key)
    if (before !== undefined) return before
    const verdict = judgeTransition(state, to, partiesOf(context, request)).allowed
    known.set(key, verdict)
    return verdict
  }
}

async function show({ visible }: QueryContext, requests: readonly StoredChangeRequest[]) {
  const details = await readDetails(visible, requests.slice(0, LISTED))
  return { total: requests.length, changeRequests: await showFound(visible, details) }
}

/**
 * Turns a flag on or off at a time, or now and back at a time: by a request of the caller that needs no approval and is scheduled at
 * once.
 */
export const scheduleFeatureEnvironment = mutation(
  contract.scheduleFeatureEnvironment,
  async (context, { params, body: { enabled: wanted, scheduledAt, until } }) => {
    const { projectId: project, featureName: feature, environment } = params
    const { everything, now } = context
    await requireActiveProject(everything, project)
    await requireFeature(context.visible, project, feature)
    if ((await findEnabled(everything, feature, environment)) === undefined)
      throw notFound(`Could not find ${feature} in ${environment}`)
    if (until !== undefined) {
      if (until <= now.toISOString()) throw badData('"until" must be in the future.', '/body/until')
      const turning = { action: 'updateEnabled', feature, payload: { enabled: wanted } } as const
      await kindOf(turning).apply(context, placeOf({ project, environment }, feature), turning)
    }
    const enabled = until === undefined ? wanted : !wanted
    const id = await scheduleTurning(
      context,
      { project, environment, minApprovals: 0 },
      {
        ...{ feature, enabled, at: until ?? scheduledAt },
        title:
          until === undefined ? `Turn ${feature} ${enabled ? 'on' : 'off'}` : wayBackTitle(feature, enabled),
      },
    )
    return showOne(everything, await requireRequest(context, project, id))
  },
)
