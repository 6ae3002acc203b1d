import type { AccessDirectory } from '#domains/access/access/access-directory.ts'
import { requireActiveProject } from '#domains/projects/projects/projects.store.ts'
import { badData } from '#kernel/app-error.ts'
import { userIdOf } from '#kernel/caller.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { inSteps } from '#runtime/in-steps.ts'
import type { ChangeRequest } from '#shared/changes/schemas/change-request.ts'
import type { RequestedChange } from '#shared/changes/schemas/requested-change.ts'

import { findRequiredApprovals } from './change-request-settings.store.ts'
import {
  authorshipOf,
  inEvents,
  type Authorship,
  type StoredChange,
  type StoredChangeRequest,
} from './change-request.ts'
import { findPending, insertChangeRequest, setState } from './change-requests.store.ts'
import { deleteChange, readChanges } from './changes.store.ts'
import { putChange, readTargets } from './put-change.ts'
import { requireEditable, requireMember, requireRequest } from './require-request.ts'
import { deleteApprovals } from './reviews.store.ts'
import { showOne } from './show-requests.ts'

interface RequestScope {
  project: string
  environment: string
}

/** Request that changes go to: the caller's pending one, else a new draft; a new draft; or one of the caller's. */
export type Destination = 'pending' | 'new' | number

/**
 * Finds or creates the request that changes go to (docs/contract/changes.md#one-pending). Throws unless changes can be
 * requested there, by the caller.
 */
export async function openRequest(
  context: MutationContext,
  access: AccessDirectory,
  place: RequestScope,
  into: Destination,
): Promise<StoredChangeRequest> {
  await requireActiveProject(context.everything, place.project)
  if (typeof into === 'number') {
    const request = await requireRequest(context, place.project, into)
    if (request.environment !== place.environment)
      throw badData(`The change request ${into} is for the environment "${request.environment}".`)
    await requireEditable(context, access, request)
    return request
  }
  await requireMember(context, access, place.project)
  const minApprovals = await requireChangeRequests(context, place)
  const own = userIdOf(context.caller.actor)
  const pending = into === 'pending' ? await findPending(context.everything, place, own) : undefined
  return pending ?? beginRequest(context, { ...place, minApprovals })
}

interface Putting {
  /** Place of a change in the body. */
  at: (index: number) => string
  /** Changes that the request has and that the new ones replace, whatever they are about. */
  replaces?: (change: RequestedChange) => boolean
}

/** Resets the approvals of a change request whose changes were edited (docs/contract/changes.md#edit-resets). */
export async function resetApprovals(
  { everything, now }: MutationContext,
  { id, state }: StoredChangeRequest,
): Promise<void> {
  if (state === 'Draft') return
  await deleteApprovals(everything, id)
  if (state !== 'In review') await setState(everything, id, 'In review', now.toISOString())
}

/** Puts changes into a request: all of them, or none. */
export async function addChanges(
  context: MutationContext,
  request: StoredChangeRequest,
  changes: readonly RequestedChange[],
  { at, replaces }: Putting,
): Promise<void> {
  if (replaces) await discardChanges(context, request, replaces)
  const targets = await readTargets(context.everything, request.id)
  const { data, ...place } = inEvents(request)
  await inSteps(changes, async (change, index) => {
    await putChange(context, request, change, { at: at(index), targets })
    const flag = change.feature ? { featureName: change.feature } : {}
    context.record({ type: 'change-added', ...place, ...flag, data: { ...data, change } })
  })
  await resetApprovals(context, request)
}

/** Discards a change of a request, and records that. */
export async function discardStored(
  context: MutationContext,
  request: StoredChangeRequest,
  { id, change }: StoredChange,
): Promise<void> {
  await deleteChange(context.everything, id)
  const { data, ...place } = inEvents(request)
  context.record({
    type: 'change-discarded',
    ...place,
    ...(change.feature ? { featureName: change.feature } : {}),
    data,
    preData: { ...data, change },
  })
}

async function discardChanges(
  context: MutationContext,
  request: StoredChangeRequest,
  which: (change: RequestedChange) => boolean,
): Promise<void> {
  const former = (await readChanges(context.everything, [request.id])).filter(({ change }) => which(change))
  await inSteps(former, (one) => discardStored(context, request, one))
}

/** Returns how many approvals a request needs there. */
async function requireChangeRequests(
  { everything }: MutationContext,
  { project, environment }: RequestScope,
): Promise<number> {
  const minApprovals = await findRequiredApprovals(everything, project, environment)
  if (minApprovals !== undefined) return minApprovals
  throw badData(`Change requests are not enabled in the environment "${environment}" of this project.`)
}

/** Creates a draft: of the caller, unless an author is named. */
export async function beginRequest(
  context: MutationContext,
  draft: Pick<StoredChangeRequest, 'project' | 'environment' | 'minApprovals'> & Partial<Authorship>,
): Promise<StoredChangeRequest> {
  const { everything, caller, now } = context
  const request = await insertChangeRequest(everything, { ...authorshipOf(caller.actor, now), ...draft })
  context.record({ type: 'change-request-created', ...inEvents(request) })
  return request
}

/** Adds one change or several to a request, and shows it. */
export async function addAllChanges(
  context: MutationContext,
  request: StoredChangeRequest,
  body: RequestedChange | readonly RequestedChange[],
): Promise<ChangeRequest> {
  if (Array.isArray(body))
    await addChanges(context, request, body as readonly RequestedChange[], {
      at: (index) => `/body/${index}`,
    })
  else await addChanges(context, request, [body as RequestedChange], { at: () => '/body' })
  return showOne(context.everything, await requireRequest(context, request.project, request.id))
}
