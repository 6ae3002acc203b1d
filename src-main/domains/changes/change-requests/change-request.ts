import { notFound } from '#kernel/app-error.ts'
import { type Actor, nameOf, userIdOf } from '#kernel/caller.ts'
import type { ChangeRequestState } from '#shared/changes/change-requests/index.ts'
import type { RequestedChange } from '#shared/changes/schemas/requested-change.ts'

/** Author of something and time of creation. The name is the one at that time. */
export interface Authorship {
  createdByUserId: number
  createdBy: string
  createdAt: string
}

export interface StoredChangeRequest extends Authorship {
  id: number
  project: string
  environment: string
  title: string | null
  state: ChangeRequestState
  minApprovals: number
}

/** Stored change, with a snapshot of its target at the time of the request. */
export interface StoredChange extends Authorship {
  id: number
  changeRequestId: number
  change: RequestedChange
  /** Snapshot of the object that must be unchanged, as JSON; null: nothing must be unchanged. */
  snapshot: string | null
}

export interface StoredReview extends Authorship {
  verdict: 'approval' | 'rejection'
}

export interface StoredComment extends Authorship {
  id: number
  text: string
}

export interface StoredSchedule {
  scheduledAt: string
  scheduledByUserId: number
  scheduledBy: string
  status: 'pending' | 'failed' | 'suspended'
  reason: string | null
}

/** Change request with its changes, reviews and comments. */
export interface ChangeRequestDetails extends StoredChangeRequest {
  changes: StoredChange[]
  reviews: StoredReview[]
  comments: StoredComment[]
  stateTimes: Partial<Record<ChangeRequestState, string>>
  schedule: StoredSchedule | null
}

/**
 * Returns the title of a request, or the default for one without title (docs/contract/changes.md#request).
 */
export const titleOf = ({ id, title }: Pick<StoredChangeRequest, 'id' | 'title'>): string =>
  title ?? `Change request #${id}`

export const authorshipOf = (actor: Actor, now: Date): Authorship => ({
  createdByUserId: userIdOf(actor),
  createdBy: nameOf(actor),
  createdAt: now.toISOString(),
})

/** Builds the event data of a change request. */
export const inEvents = (request: StoredChangeRequest) => ({
  project: request.project,
  environment: request.environment,
  data: { changeRequestId: request.id, name: titleOf(request) },
})

/** Finds a change of a request; 404 where there is none. */
export function changeOf(request: ChangeRequestDetails, id: number): StoredChange {
  const change = request.changes.find((one) => one.id === id)
  if (!change) throw notFound(`Could not find change with id ${id} in change request ${request.id}`)
  return change
}
