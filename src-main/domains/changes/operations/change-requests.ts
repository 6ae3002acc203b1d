import type { AccessDirectory } from '#domains/access/access/access-directory.ts'
import { badData } from '#kernel/app-error.ts'
import { mutation, query, type MutationContext } from '#kernel/use-case.ts'
import type { EventType } from '#shared/audit/events/index.ts'
import { OPEN_STATES, type ChangeRequestState } from '#shared/changes/change-requests/index.ts'
import * as contract from '#shared/changes/contract/change-requests.ts'
import type { Request } from '#shared/contract/index.ts'
import { addAllChanges, discardStored, openRequest, resetApprovals } from '../change-requests/join-request.ts'
import { applyChanges } from '../change-requests/apply-changes.ts'
import {
  authorshipOf,
  changeOf,
  type ChangeRequestDetails,
  inEvents,
} from '../change-requests/change-request.ts'
import { deleteChangeRequest, setState, setTitle } from '../change-requests/change-requests.store.ts'
import { deleteChange } from '../change-requests/changes.store.ts'
import { putChange, readTargets } from '../change-requests/put-change.ts'
import { readOwnPending, readShownRequests } from '../change-requests/read-change-requests.ts'
import {
  requireApplier,
  requireEditable,
  requireMember,
  requireOpen,
  requireOwner,
  requireRequest,
  requireTransition,
} from '../change-requests/require-request.ts'
import { insertComment, insertReview } from '../change-requests/reviews.store.ts'
import { scheduleRequest } from '../change-requests/schedule-request.ts'
import { showListed, showOne, showWhole } from '../change-requests/show-requests.ts'

/**
 * Asks for changes: in the caller's pending request of the environment, else in a new draft
 * (docs/contract/changes.md#one-pending). All of
 * them are taken, or none.
 */
export const addChangesToRequest = ({ access }: { access: AccessDirectory }) =>
  mutation(contract.addChangesToRequest, async (context, { params, body }) => {
    const { projectId: project, environment } = params
    return addAllChanges(
      context,
      await openRequest(context, access, { project, environment }, 'pending'),
      body,
    )
  })

const MAX_LISTED = 300

/** The newest requests of a project, in every state (docs/contract/changes.md#endpoints). */
export const getChangeRequests = query(
  contract.getChangeRequests,
  async (context, { params: { projectId } }) => {
    const requests = await readShownRequests(context, projectId, {}, MAX_LISTED)
    return showListed(context.visible, requests)
  },
)

export const getPendingChangeRequests = query(contract.getPendingChangeRequests, (context, { params }) =>
  readOwnPending(context, params.projectId),
)

export const getOpenChangeRequests = query(contract.getOpenChangeRequests, (context, { params }) =>
  readOwnPending(context, params.projectId),
)

export const getPendingChangeRequestsForFeature = query(
  contract.getPendingChangeRequestsForFeature,
  async (context, { params: { projectId, featureName: feature } }) =>
    showWhole(context.visible, await readShownRequests(context, projectId, { states: OPEN_STATES, feature })),
)

export const getChangeRequest = query(contract.getChangeRequest, async (context, { params }) =>
  showOne(context.visible, await requireRequest(context, params.projectId, params.id)),
)

/** Discards a draft: nobody else has seen it, and nothing of it stays. */
export const discardChangeRequest = mutation(contract.discardChangeRequest, async (context, { params }) => {
  const request = await requireRequest(context, params.projectId, params.id)
  if (request.state !== 'Draft')
    throw badData('Only a draft can be discarded. A change request that others have seen can be cancelled.')
  await deleteChangeRequest(context.everything, request.id)
  const { data, ...place } = inEvents(request)
  context.record({ type: 'change-request-discarded', ...place, preData: data })
})

/** Replaces a change; the new one has a new id (docs/contract/changes.md#endpoints). */
export const editChange = ({ access }: { access: AccessDirectory }) =>
  mutation(contract.editChange, async (context, { params, body }) => {
    const { everything } = context
    const request = await requireRequest(context, params.projectId, params.changeRequestId)
    const former = changeOf(request, params.changeId)
    await requireEditable(context, access, request)
    await deleteChange(everything, former.id)
    const targets = await readTargets(everything, request.id)
    await putChange(context, request, body, { at: '/body', targets })
    const { data, ...place } = inEvents(request)
    context.record({
      type: 'change-edited',
      ...place,
      ...(body.feature ? { featureName: body.feature } : {}),
      data: { ...data, change: body },
      preData: { ...data, change: former.change },
    })
    await resetApprovals(context, request)
    return showOne(everything, await requireRequest(context, params.projectId, request.id))
  })

export const discardChange = ({ access }: { access: AccessDirectory }) =>
  mutation(contract.discardChange, async (context, { params }) => {
    const request = await requireRequest(context, params.projectId, params.changeRequestId)
    const change = changeOf(request, params.changeId)
    await requireEditable(context, access, request)
    await discardStored(context, request, change)
    await resetApprovals(context, request)
  })

type Body = Request<typeof contract.updateChangeRequestState>['body']

type Step = (
  context: MutationContext,
  request: ChangeRequestDetails,
  body: Body,
) => Promise<ChangeRequestState>

/**
 * Brings a request from one state into another: who may, and from where, is the table of src-shared/change-requests; what
 * it means is here. Answers the request as it is then: an approval need not be the last one.
 */
export const updateChangeRequestState = ({ access }: { access: AccessDirectory }) =>
  mutation(contract.updateChangeRequestState, async (context, { params, body }) => {
    const request = await requireRequest(context, params.projectId, params.id)
    requireTransition(context, request, body.state)
    if (body.state === 'In review') await requireMember(context, access, request.project)
    const state = await STEPS[body.state](context, request, body)
    if (state !== request.state || state === 'Scheduled')
      await setState(context.everything, request.id, state, context.now.toISOString())
    await comment(context, request, body.comment)
    return showOne(context.everything, await requireRequest(context, params.projectId, params.id))
  })

const STEPS: Record<ChangeRequestState, Step> = {
  Draft: async (_context, request) => request.state,
  'In review': sendToReview,
  Approved: approve,
  Scheduled: (context, request, { scheduledAt }) => scheduleRequest(context, request, scheduledAt),
  Applied: apply,
  Rejected: reject,
  Cancelled: async (context, request) => {
    record(context, request, 'change-request-cancelled')
    return 'Cancelled'
  },
}

async function sendToReview(
  context: MutationContext,
  request: ChangeRequestDetails,
): Promise<ChangeRequestState> {
  if (request.changes.length === 0)
    throw badData('A change request without changes cannot be reviewed.', '/body/state')
  record(context, request, 'change-request-sent-to-review')
  return 'In review'
}

async function approve(context: MutationContext, request: ChangeRequestDetails): Promise<ChangeRequestState> {
  const { everything, caller, now } = context
  const approvals = request.reviews.filter(({ verdict }) => verdict === 'approval')
  const author = authorshipOf(caller.actor, now)
  if (approvals.some((one) => one.createdByUserId === author.createdByUserId))
    throw badData('You have already approved this change request.', '/body/state')
  await insertReview(everything, request.id, { verdict: 'approval', ...author })
  record(context, request, 'change-request-approval-added')
  if (approvals.length + 1 < request.minApprovals) return 'In review'
  record(context, request, 'change-request-approved')
  return 'Approved'
}

async function reject(context: MutationContext, request: ChangeRequestDetails): Promise<ChangeRequestState> {
  const { everything, caller, now } = context
  await insertReview(everything, request.id, { verdict: 'rejection', ...authorshipOf(caller.actor, now) })
  record(context, request, 'change-request-rejected')
  return 'Rejected'
}

async function apply(context: MutationContext, request: ChangeRequestDetails): Promise<ChangeRequestState> {
  await requireApplier(context, request)
  await applyChanges(context, request)
  record(context, request, 'change-request-applied')
  return 'Applied'
}

async function comment(
  { everything, caller, now }: MutationContext,
  { id }: ChangeRequestDetails,
  text: string | undefined,
): Promise<void> {
  if (text !== undefined) await insertComment(everything, id, { text, ...authorshipOf(caller.actor, now) })
}

function record(context: MutationContext, request: ChangeRequestDetails, type: EventType): void {
  context.record({ type, ...inEvents(request) })
}

export const updateChangeRequestTitle = mutation(
  contract.updateChangeRequestTitle,
  async (context, { params, body }) => {
    const request = await requireRequest(context, params.projectId, params.id)
    requireOwner(context, request)
    requireOpen(request)
    if (request.title === body.title) return
    await setTitle(context.everything, request.id, body.title)
    const { data, ...place } = inEvents(request)
    context.record({
      type: 'change-request-title-updated',
      ...place,
      data: { ...data, name: body.title },
      preData: data,
    })
  },
)
