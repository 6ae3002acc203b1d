import { isOneOf, OPEN_STATES } from '#shared/changes/change-requests/index.ts'
import type { ChangeRequest, FoundChangeRequest } from '#shared/changes/schemas/change-request.ts'
import { fromJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import { readStrategies } from '#domains/flags/features/feature-strategies.store.ts'
import { findPlanOf } from '#domains/flags/milestones/plans.store.ts'
import { readDefaultStrategy } from '#domains/projects/projects/projects.store.ts'
import {
  titleOf,
  type Authorship,
  type ChangeRequestDetails,
  type StoredChange,
  type StoredSchedule,
} from './change-request.ts'
import { kindOf } from '../change-kinds/change-kinds.ts'
import { readChangeRequests } from './change-requests.store.ts'
import { findConflict, findFlagConflict } from './conflicts.ts'
import { readDetails } from './details.read-model.ts'
import { readAuthors, type Author } from './people.read-model.ts'

type AuthorOf = (authorship: Authorship) => Author

type ShownFeature = ChangeRequest['features'][number]

type ShownChange = ShownFeature['changes'][number]

const reviewOf = (authorship: Authorship, author: AuthorOf) => ({
  createdBy: author(authorship),
  createdAt: authorship.createdAt,
})

export const toSchedule = ({ status, scheduledAt, reason }: StoredSchedule) => ({
  status,
  scheduledAt,
  ...(reason === null ? {} : { reason }),
})

/** Requests as lists show them: their flags and segments, without the changes (docs/contract/changes.md#endpoints). */
export async function showListed(
  queries: Queries,
  requests: readonly ChangeRequestDetails[],
): Promise<ChangeRequest[]> {
  const author = await readAuthors(queries, requests.flatMap(authorshipsOf))
  return requests.map((request) => ({
    ...shownHead(request, author),
    features: featuresOf(request).map((name) => ({ name, changes: [] })),
    segments: request.changes.flatMap((stored) =>
      stored.change.feature
        ? []
        : [
            {
              id: stored.id,
              action: stored.change.action,
              name: segmentName(stored.change, stored.snapshot),
              ...payloadOf(stored),
              ...reviewOf(stored, author),
            },
          ],
    ),
  }))
}

/** Builds requests as in search results, with the names of what they change. */
export async function showFound(
  queries: Queries,
  requests: readonly ChangeRequestDetails[],
): Promise<FoundChangeRequest[]> {
  const author = await readAuthors(queries, requests)
  return requests.map((request) => ({
    id: request.id,
    title: titleOf(request),
    project: request.project,
    environment: request.environment,
    state: request.state,
    createdBy: author(request),
    createdAt: request.createdAt,
    features: featuresOf(request),
    segments: request.changes.flatMap(({ change, snapshot }) =>
      change.feature ? [] : [segmentName(change, snapshot)],
    ),
    ...(request.state === 'Scheduled' && request.schedule ? { schedule: toSchedule(request.schedule) } : {}),
  }))
}

/**
 * Builds requests with their changes, and the conflicts of each open one (docs/contract/changes.md#request).
 */
export async function showWhole(
  queries: Queries,
  requests: readonly ChangeRequestDetails[],
): Promise<ChangeRequest[]> {
  const author = await readAuthors(queries, requests.flatMap(authorshipsOf))
  const shown: ChangeRequest[] = []
  for (const request of requests) {
    const changes = await showChanges(queries, request, author)
    const features: ShownFeature[] = []
    for (const name of featuresOf(request)) features.push(await showFeature(queries, request, name, changes))
    const segments = request.changes.flatMap(({ id, change, snapshot }) => {
      const one = changes.get(id)
      return change.feature || !one ? [] : [{ ...one, name: segmentName(change, snapshot) }]
    })
    shown.push({ ...shownHead(request, author), features, segments })
  }
  return shown
}

export async function showOne(queries: Queries, request: ChangeRequestDetails): Promise<ChangeRequest> {
  const [shown] = await showWhole(queries, [request])
  if (!shown) throw new TypeError('one request in, one out')
  return shown
}

/** The flags that a request changes, in the order in which they came into it. */
export const featuresOf = ({ changes }: ChangeRequestDetails): string[] => [
  ...new Set(changes.flatMap(({ change }) => change.feature ?? [])),
]

/**
 * Returns the name of a changed segment: from the change itself, else from its snapshot at the time of the
 * request.
 */
export function segmentName(change: StoredChange['change'], snapshot: string | null): string {
  if (change.action === 'updateSegment') return change.payload.name
  return snapshot === null ? '' : fromJson<{ name: string }>(snapshot).name
}

const authorshipsOf = ({ changes, reviews, comments, ...request }: ChangeRequestDetails): Authorship[] => [
  request,
  ...changes,
  ...reviews,
  ...comments,
]

function shownHead(request: ChangeRequestDetails, author: AuthorOf) {
  const reviews = (verdict: 'approval' | 'rejection') =>
    request.reviews.filter((review) => review.verdict === verdict).map((review) => reviewOf(review, author))
  return {
    id: request.id,
    title: titleOf(request),
    project: request.project,
    environment: request.environment,
    minApprovals: request.minApprovals,
    state: request.state,
    createdBy: author(request),
    createdAt: request.createdAt,
    approvals: reviews('approval'),
    rejections: reviews('rejection'),
    comments: request.comments.map(({ id, text, ...authorship }) => ({
      id,
      text,
      ...reviewOf(authorship, author),
    })),
    stateTimestamps: request.stateTimes,
    ...(request.state === 'Scheduled' && request.schedule ? { schedule: toSchedule(request.schedule) } : {}),
  }
}

async function showChanges(
  queries: Queries,
  request: ChangeRequestDetails,
  author: AuthorOf,
): Promise<Map<number, ShownChange>> {
  // a closed request has no conflicts: it was applied, or never will be
  const isOpen = isOneOf(OPEN_STATES, request.state)
  const scheduled = isOpen ? await readScheduledBeside(queries, request) : []
  const shown = new Map<number, ShownChange>()
  for (const stored of request.changes) {
    const conflict = isOpen ? await findConflict(queries, request, stored) : undefined
    const target = kindOf(stored.change).target(stored.change)
    const others = scheduled.filter(({ changes }) =>
      changes.some(({ change }) => target !== null && kindOf(change).target(change) === target),
    )
    shown.set(stored.id, {
      id: stored.id,
      action: stored.change.action,
      ...payloadOf(stored),
      ...(conflict === undefined ? {} : { conflict }),
      createdBy: author(stored),
      createdAt: stored.createdAt,
      ...(others.length === 0
        ? {}
        : {
            scheduleConflicts: { changeRequests: others.map((one) => ({ id: one.id, title: titleOf(one) })) },
          }),
    })
  }
  return shown
}

async function readScheduledBeside(
  queries: Queries,
  { id, project, environment }: ChangeRequestDetails,
): Promise<ChangeRequestDetails[]> {
  const scheduled = await readChangeRequests(queries, { project, environment, states: ['Scheduled'] })
  return readDetails(
    queries,
    scheduled.filter((one) => one.id !== id),
  )
}

/** Returns the payload as it was sent, with its target at that time. */
function payloadOf({ change, snapshot }: StoredChange): { payload?: unknown } {
  const { payload } = change
  if (payload === undefined || payload === null) return {}
  const carries = snapshot !== null && !Array.isArray(payload)
  return { payload: carries ? { ...payload, snapshot: fromJson(snapshot) } : payload }
}

async function showFeature(
  queries: Queries,
  request: ChangeRequestDetails,
  name: string,
  changes: ReadonlyMap<number, ShownChange>,
): Promise<ShownFeature> {
  const isOpen = isOneOf(OPEN_STATES, request.state)
  const conflict = isOpen ? await findFlagConflict(queries, request.project, name) : undefined
  const own = request.changes.filter(({ change }) => change.feature === name)
  const payload = isOpen ? await findDefault(queries, request, name, own) : undefined
  return {
    name,
    ...(conflict === undefined ? {} : { conflict }),
    changes: own.flatMap(({ id }) => changes.get(id) ?? []),
    ...(payload === undefined ? {} : { defaultChange: { action: 'addStrategy' as const, payload } }),
  }
}

/** Finds the strategy that enabling a flag adds if none is active (document: "Project default strategy"). */
async function findDefault(
  queries: Queries,
  { project, environment }: ChangeRequestDetails,
  name: string,
  changes: readonly StoredChange[],
): Promise<unknown> {
  const enables = changes.find(({ change }) => change.action === 'updateEnabled')?.change
  if (enables?.action !== 'updateEnabled' || !enables.payload.enabled) return undefined
  const brings = ({ change }: StoredChange) =>
    (change.action === 'addStrategy' && !change.payload.disabled) ||
    change.action === 'addReleasePlan' ||
    change.action === 'startMilestone'
  if (changes.some(brings)) return undefined
  // a plan that waits for the flag to be enabled starts then
  if ((await findPlanOf(queries, name, environment))?.activeMilestoneId === null) return undefined
  const strategies = await readStrategies(queries, { features: [name], environment })
  const activates = enables.payload.shouldActivateDisabledStrategies ?? false
  if (strategies.some((strategy) => activates || !strategy.disabled)) return undefined
  return readDefaultStrategy(queries, project, environment)
}
