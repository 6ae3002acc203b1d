import { wayBackTitle } from '#shared/changes/change-requests/due-soon.ts'
import type { ChangeOf } from '#shared/changes/schemas/requested-change.ts'
import { AppError } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'
import type { Authorship, ChangeRequestDetails, StoredChangeRequest } from './change-request.ts'
import { readChangeRequests, setState, setTitle } from './change-requests.store.ts'
import { readDetails } from './details.read-model.ts'
import { addChanges, beginRequest } from './join-request.ts'
import { insertReview } from './reviews.store.ts'
import { scheduleRequest } from './schedule-request.ts'

interface Turning {
  feature: string
  /** The state after it. */
  enabled: boolean
  at: string | undefined
  title: string
}

/** Turns a flag at a time: by a request that is scheduled at once, as the caller. Returns its id. */
export async function scheduleTurning(
  context: MutationContext,
  draft: Pick<StoredChangeRequest, 'project' | 'environment' | 'minApprovals'> & Partial<Authorship>,
  { feature, enabled, at, title }: Turning,
): Promise<number> {
  const { everything, now } = context
  const begun = await beginRequest(context, draft)
  const turning = { action: 'updateEnabled', feature, payload: { enabled } } as const
  await addChanges(context, begun, [turning], { at: () => '/body' })
  await setTitle(everything, begun.id, title)
  const state = await scheduleRequest(context, await detailsOf(everything, begun.id), at)
  await setState(everything, begun.id, state, now.toISOString())
  return begun.id
}

/**
 * Schedules the end of a state that a request sets for a time: by a request with the same author and the same approvals, as
 * the end was approved with the beginning.
 */
export async function scheduleWayBack(
  context: MutationContext,
  request: ChangeRequestDetails,
  { feature, payload: { enabled, until } }: ChangeOf<'updateEnabled'>,
): Promise<void> {
  if (until === undefined) return
  if (until <= context.now.toISOString())
    throw new AppError('BadDataError', 'The time until which it was to last is over.')
  const { project, environment, minApprovals, createdByUserId, createdBy, reviews } = request
  const author = { createdByUserId, createdBy }
  const id = await scheduleTurning(
    context,
    { project, environment, minApprovals, ...author },
    { feature, enabled: !enabled, at: until, title: wayBackTitle(feature, !enabled) },
  )
  for (const review of reviews)
    if (review.verdict === 'approval') await insertReview(context.everything, id, review)
}

async function detailsOf(queries: Queries, id: number): Promise<ChangeRequestDetails> {
  const [request] = await readDetails(queries, await readChangeRequests(queries, { ids: [id] }))
  if (!request) throw new TypeError(`The change request ${id} was just stored.`)
  return request
}
