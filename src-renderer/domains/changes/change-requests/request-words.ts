import {
  CLOSED_STATES,
  isOneOf,
  OPEN_STATES,
  type ChangeRequestState,
} from '#shared/changes/change-requests/index.ts'
import type { Outputs } from '#lib/api.ts'
import { counted } from '#ui/figures.ts'
import type { ListState } from '#ui/list-state.svelte.ts'
import type { ListFilter, Option } from '#ui/options.ts'

type Found = Outputs['searchChangeRequests']['changeRequests'][number]
type Request = Outputs['getChangeRequests'][number]
type Schedule = NonNullable<Found['schedule']>

/** Request as shown in lists. */
export interface ListedRequest {
  id: number
  title: string
  project: string
  environment: string
  state: ChangeRequestState
  author: string
  createdAt: string
  /** Flags and segments that it changes. */
  touches: readonly string[]
  /** Absent: not read. */
  approvals?: { given: number; needed: number }
  schedule?: Schedule | undefined
}

export const fromRequest = (request: Request): ListedRequest => ({
  ...headOf(request),
  touches: [...request.features, ...request.segments].map(({ name }) => name),
  approvals: { given: request.approvals.length, needed: request.minApprovals },
})

export const fromFound = (found: Found): ListedRequest => ({
  ...headOf(found),
  touches: [...found.features, ...found.segments],
})

const headOf = (
  request: Pick<
    Found,
    'id' | 'title' | 'project' | 'environment' | 'state' | 'createdBy' | 'createdAt' | 'schedule'
  >,
) => ({
  id: request.id,
  title: request.title,
  project: request.project,
  environment: request.environment,
  state: request.state,
  author: request.createdBy.username,
  createdAt: request.createdAt,
  schedule: request.schedule,
})

export type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'accent'

export const STATE_TONES: Record<ChangeRequestState, Tone> = {
  Draft: 'neutral',
  'In review': 'accent',
  Approved: 'success',
  Scheduled: 'warning',
  Applied: 'success',
  Rejected: 'danger',
  Cancelled: 'neutral',
}

/** Lists names briefly: "checkout, banner and 2 more". */
export function touchesInWords(names: readonly string[]): string {
  const SHOWN = 2
  if (names.length === 0) return 'nothing yet'
  if (names.length <= SHOWN) return names.join(', ')
  return `${names.slice(0, SHOWN).join(', ')} and ${names.length - SHOWN} more`
}

/** Describes approvals: "1 of 2"; after approval, only that it is approved. */
export const approvalsInWords = ({ given, needed }: { given: number; needed: number }): string =>
  needed === 0 ? 'needs no approval' : `${given} of ${counted(needed, 'approval')}`

/** Requests by state that a list shows: open ones, until another state is chosen or the filter is taken off. */
export const stateIn = ({ filters }: Pick<ListState<'state'>, 'filters'>): string => filters.state || 'open'

/** Makes the filter by state. What the list shows in the beginning is a filter too, so it can be taken off. */
export function stateFilter(
  list: Pick<ListState<'state'>, 'filters' | 'filter'>,
  further: readonly Option[] = [],
): ListFilter {
  const state = stateIn(list)
  return {
    label: 'State',
    options: [{ value: 'open', label: 'Open' }, { value: 'closed', label: 'Closed' }, ...further],
    value: state === 'all' ? '' : state,
    set: (value) => list.filter({ state: value || 'all' }),
  }
}

/** Checks whether a request matches a filter by state: open, closed, all, or one state. */
export function isShown(state: ChangeRequestState, filter: string): boolean {
  if (filter === 'all') return true
  if (filter === 'open') return isOneOf(OPEN_STATES, state)
  return filter === 'closed' ? isOneOf(CLOSED_STATES, state) : state === filter
}
