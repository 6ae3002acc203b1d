import {
  isOneOf,
  judgeTransition,
  OPEN_STATES,
  PENDING_STATES,
  type ChangeRequestState,
  type Party,
} from '#shared/changes/change-requests/index.ts'
import { hasPermission, myId, type SignedInUser } from '#lib/me.ts'
import type { ChangeRequest } from './change-request-queries.ts'

type Judged = Pick<
  ChangeRequest,
  'project' | 'environment' | 'state' | 'createdBy' | 'approvals' | 'features' | 'segments'
>

/** Lists the signed-in user's parts in a request; the service uses the same rules. */
export function partiesOf(
  me: SignedInUser,
  { project, environment, createdBy }: Pick<Judged, 'project' | 'environment' | 'createdBy'>,
): Party[] {
  const may = (permission: Parameters<typeof hasPermission>[1]) =>
    hasPermission(me, permission, { project, environment })
  return [
    ...(myId(me) === createdBy.id ? (['author'] as const) : []),
    ...(may('APPROVE_CHANGE_REQUEST') ? (['reviewer'] as const) : []),
    ...(may('APPLY_CHANGE_REQUEST') ? (['applier'] as const) : []),
    ...(may('ADMIN') ? (['admin'] as const) : []),
  ]
}

/** Action available for a request in its state. */
export interface RequestAction {
  to: ChangeRequestState
  label: string
  kind: 'primary' | 'secondary'
  /** Reason why it is unavailable: not allowed, not yet, or not for this user. */
  why?: string
}

const OFFERED: Partial<Record<ChangeRequestState, readonly Omit<RequestAction, 'why'>[]>> = {
  Draft: [{ to: 'In review', label: 'Send to review', kind: 'primary' }],
  'In review': [
    { to: 'Cancelled', label: 'Cancel request', kind: 'secondary' },
    { to: 'Rejected', label: 'Reject', kind: 'secondary' },
    { to: 'Approved', label: 'Approve', kind: 'primary' },
  ],
  Approved: [
    { to: 'Cancelled', label: 'Cancel request', kind: 'secondary' },
    { to: 'Rejected', label: 'Reject', kind: 'secondary' },
    { to: 'Scheduled', label: 'Schedule', kind: 'secondary' },
    { to: 'Applied', label: 'Apply changes', kind: 'primary' },
  ],
  Scheduled: [
    { to: 'Rejected', label: 'Reject', kind: 'secondary' },
    { to: 'Scheduled', label: 'Reschedule', kind: 'secondary' },
    { to: 'Applied', label: 'Apply now', kind: 'primary' },
  ],
}

/** Lists the actions of a request in its state, each with the reason it is unavailable to the user. */
export function actionsOf(request: Judged, me: SignedInUser): RequestAction[] {
  const parties = partiesOf(me, request)
  return (OFFERED[request.state] ?? []).map((action) => {
    const why = hindrance(request, action.to, parties, myId(me))
    return why === undefined ? action : { ...action, why }
  })
}

function hindrance(
  request: Judged,
  to: ChangeRequestState,
  parties: readonly Party[],
  me: number | undefined,
): string | undefined {
  const verdict = judgeTransition(request.state, to, parties)
  if (!verdict.allowed)
    return verdict.why === 'party' ? whoMay(verdict.by, request.environment) : verdict.message
  if (to === 'In review' && request.features.length + request.segments.length === 0)
    return 'It changes nothing yet.'
  if (to === 'Approved' && request.approvals.some(({ createdBy }) => createdBy.id === me))
    return 'You have already approved it.'
  if ((to === 'Applied' || to === 'Scheduled') && hasConflicts(request))
    return 'It has conflicts: the flags have changed in the meantime.'
  return undefined
}

function whoMay(parties: readonly Party[], environment: string): string {
  const names: Record<Party, string> = {
    author: 'its author',
    reviewer: `users who may approve change requests in ${environment}`,
    applier: `users who may apply change requests in ${environment}`,
    admin: 'an Admin',
  }
  return `Only for ${parties.map((party) => names[party]).join(' or ')}.`
}

export const hasConflicts = ({ features, segments }: Pick<Judged, 'features' | 'segments'>): boolean =>
  segments.some(({ conflict }) => conflict !== undefined) ||
  features.some(
    (flag) => flag.conflict !== undefined || flag.changes.some(({ conflict }) => conflict !== undefined),
  )

/** Checks for the author or an Admin: they edit title, changes and reviewers. */
const isOwn = (request: Judged, me: SignedInUser) =>
  partiesOf(me, request).some((party) => party === 'author' || party === 'admin')

/** Checks whether the user can still edit the request's changes. */
export const isEditable = (request: Judged, me: SignedInUser): boolean =>
  isOwn(request, me) && isOneOf(PENDING_STATES, request.state)

/** Checks whether the user can still edit the request's texts and reviewers. */
export const isOwnAndOpen = (request: Judged, me: SignedInUser): boolean =>
  isOwn(request, me) && isOneOf(OPEN_STATES, request.state)
