import type { ChangeRequestState } from './states.ts'

/**
 * Relation of a user to a request. A reviewer has APPROVE_CHANGE_REQUEST in its environment, an applier
 * APPLY_CHANGE_REQUEST. Admins are reviewers and appliers too; the permission check decides that.
 */
export type Party = 'author' | 'reviewer' | 'applier' | 'admin'

export interface Transition {
  readonly from: readonly ChangeRequestState[]
  readonly to: ChangeRequestState
  readonly by: readonly Party[]
  /** True if its author may not make the transition, unless the author is an Admin. */
  readonly isOfOthers?: true
}

/** All allowed transitions of a request's state (docs/contract/changes.md#states-and-rules). */
export const TRANSITIONS: readonly Transition[] = [
  { from: ['Draft'], to: 'In review', by: ['author'] },
  { from: ['In review'], to: 'Approved', by: ['reviewer'], isOfOthers: true },
  { from: ['Approved', 'Scheduled'], to: 'Scheduled', by: ['applier'] },
  { from: ['Approved', 'Scheduled'], to: 'Applied', by: ['applier'] },
  { from: ['In review', 'Approved'], to: 'Rejected', by: ['reviewer'] },
  { from: ['Scheduled'], to: 'Rejected', by: ['reviewer', 'author'] },
  { from: ['Draft'], to: 'Cancelled', by: ['author'] },
  { from: ['In review', 'Approved'], to: 'Cancelled', by: ['author', 'admin'] },
]

export type TransitionVerdict =
  | { allowed: true }
  | {
      allowed: false
      /** `state`: not allowed from this state; `own`: not by its author; `party`: not by this user. */
      why: 'state' | 'own' | 'party'
      /** Parties that may make the transition. Empty if `why` is `state`. */
      by: readonly Party[]
      message: string
    }

/** Checks whether a user may move a request from one state to another. If not, gives the reason. Pure. */
export function judgeTransition(
  from: ChangeRequestState,
  to: ChangeRequestState,
  parties: readonly Party[],
): TransitionVerdict {
  const transition = TRANSITIONS.find((one) => one.to === to && one.from.includes(from))
  if (!transition) {
    const message = `A change request in the state "${from}" cannot be brought into the state "${to}".`
    return { allowed: false, why: 'state', by: [], message }
  }
  const { by, isOfOthers } = transition
  if (!by.some((party) => parties.includes(party)))
    return { allowed: false, why: 'party', by, message: messageFor(by, to) }
  if (isOfOthers && parties.includes('author') && !parties.includes('admin'))
    return { allowed: false, why: 'own', by, message: 'You can not approve your own change request' }
  return { allowed: true }
}

const PARTY_NAMES: Record<Party, string> = {
  author: 'its author',
  reviewer: 'a reviewer',
  applier: 'who may apply it',
  admin: 'an Admin',
}

const messageFor = (by: readonly Party[], to: ChangeRequestState) =>
  `Only ${by.map((party) => PARTY_NAMES[party]).join(' or ')} can bring a change request into the state "${to}".`
