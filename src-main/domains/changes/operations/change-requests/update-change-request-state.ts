import type { ChangeRequestState } from '#shared/changes/change-requests/index.ts'
import type { Request } from '#shared/contract/index.ts'
import { updateChangeRequestState as operation } from '#shared/changes/contract/change-requests.ts'
import type { EventType } from '#shared/audit/events/index.ts'
import { badData } from '#kernel/app-error.ts'
import { nameOf, userIdOf } from '#kernel/caller.ts'
import { mutation, type MutationContext } from '#kernel/use-case.ts'
import type { AccessDirectory } from '#domains/access/records/access/access-directory.ts'
import { applyChanges } from '../../records/change-requests/apply-changes.ts'
import {
  authorshipOf,
  inEvents,
  type ChangeRequestDetails,
} from '../../records/change-requests/change-request.ts'
import { setState } from '../../records/change-requests/change-requests.store.ts'
import { requireNoConflicts } from '../../records/change-requests/conflicts.ts'
import {
  requireMember,
  requireRequest,
  requireTransition,
} from '../../records/change-requests/require-request.ts'
import { insertComment, insertReview, saveSchedule } from '../../records/change-requests/reviews.store.ts'
import { showOne } from '../../records/change-requests/show-requests.ts'

type Body = Request<typeof operation>['body']

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
  mutation(operation, async (context, { params, body }) => {
    const request = await requireRequest(context, params.projectId, params.id)
    requireTransition(context, request, body.state)
    if (body.state === 'In review') await requireMember(context, access, request.project)
    const state = await STEPS[body.state](context, request, body)
    if (state !== request.state || state === 'Scheduled')
      await setState(context.queries, request.id, state, context.now.toISOString())
    await comment(context, request, body.comment)
    return showOne(context.queries, await requireRequest(context, params.projectId, params.id))
  })

const STEPS: Record<ChangeRequestState, Step> = {
  Draft: async (_context, request) => request.state,
  'In review': sendToReview,
  Approved: approve,
  Scheduled: schedule,
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
  const { queries, caller, now } = context
  const approvals = request.reviews.filter(({ verdict }) => verdict === 'approval')
  const author = authorshipOf(caller.actor, now)
  if (approvals.some((one) => one.createdByUserId === author.createdByUserId))
    throw badData('You have already approved this change request.', '/body/state')
  await insertReview(queries, request.id, { verdict: 'approval', ...author })
  record(context, request, 'change-request-approval-added')
  if (approvals.length + 1 < request.minApprovals) return 'In review'
  record(context, request, 'change-request-approved')
  return 'Approved'
}

async function reject(context: MutationContext, request: ChangeRequestDetails): Promise<ChangeRequestState> {
  const { queries, caller, now } = context
  await insertReview(queries, request.id, { verdict: 'rejection', ...authorshipOf(caller.actor, now) })
  record(context, request, 'change-request-rejected')
  return 'Rejected'
}

async function schedule(
  context: MutationContext,
  request: ChangeRequestDetails,
  { scheduledAt }: Body,
): Promise<ChangeRequestState> {
  const { queries, caller, now } = context
  if (scheduledAt === undefined) throw badData('"scheduledAt" is required.', '/body/scheduledAt')
  if (scheduledAt <= now.toISOString())
    throw badData('"scheduledAt" must be in the future.', '/body/scheduledAt')
  await requireNoConflicts(queries, request)
  await saveSchedule(queries, request.id, {
    scheduledAt,
    scheduledByUserId: userIdOf(caller.actor),
    scheduledBy: nameOf(caller.actor),
    status: 'pending',
    reason: null,
  })
  record(context, request, 'change-request-scheduled', { scheduledAt })
  return 'Scheduled'
}

async function apply(context: MutationContext, request: ChangeRequestDetails): Promise<ChangeRequestState> {
  await applyChanges(context, request)
  record(context, request, 'change-request-applied')
  return 'Applied'
}

async function comment(
  { queries, caller, now }: MutationContext,
  { id }: ChangeRequestDetails,
  text: string | undefined,
): Promise<void> {
  if (text !== undefined) await insertComment(queries, id, { text, ...authorshipOf(caller.actor, now) })
}

function record(
  context: MutationContext,
  request: ChangeRequestDetails,
  type: EventType,
  more: Record<string, unknown> = {},
): void {
  const { data, ...place } = inEvents(request)
  context.record({ type, ...place, data: { ...data, ...more } })
}
