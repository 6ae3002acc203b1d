/** The states of a change request, in the order in which it may go through them (docs/contract/changes.md#request). */
export const CHANGE_REQUEST_STATES = [
  'Draft',
  'In review',
  'Approved',
  'Scheduled',
  'Applied',
  'Rejected',
  'Cancelled',
] as const
export type ChangeRequestState = (typeof CHANGE_REQUEST_STATES)[number]

/** Final states of a change request. */
export const CLOSED_STATES = ['Applied', 'Rejected', 'Cancelled'] as const satisfies ChangeRequestState[]

/** States of a change request that is not settled yet. */
export const OPEN_STATES = [
  'Draft',
  'In review',
  'Approved',
  'Scheduled',
] as const satisfies ChangeRequestState[]

/** Open, and still to be changed. */
export const PENDING_STATES = ['Draft', 'In review', 'Approved'] as const satisfies ChangeRequestState[]

export const isOneOf = (states: readonly ChangeRequestState[], state: ChangeRequestState): boolean =>
  states.includes(state)
