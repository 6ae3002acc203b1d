import { z } from 'zod'

import { ChangeRequest, ListedChangeRequest } from '#shared/changes/schemas/change-request.ts'
import type { CreatedRequest } from '#shared/desktop/promotion.ts'
import { detail } from '#shared/errors/error-table.ts'
import { AppError } from '#kernel/app-error.ts'
import { changesOf, titleOf, type Ids } from './requested-changes.ts'
import type { Review } from './reviews.ts'
import { ask, type PromotionInstance } from './side.ts'

/** Most changes of one request: people read them. */
const MAX_CHANGES = 1000

const Segments = z.object({ segments: z.array(z.object({ id: z.int(), name: z.string() })) })
const Strategies = z.array(z.object({ id: z.string(), milestoneId: z.string().nullish() }))
const Pending = z.array(
  ListedChangeRequest.pick({ id: true, environment: true }).extend({
    features: z.array(z.object({ name: z.string() })),
  }),
)
const Created = ChangeRequest.pick({ id: true })

interface Requesting {
  /** Name of the profile that the changes come from. */
  from: string
  signal: AbortSignal
}

/** Rejects reviews that are too long for a person, before anything is changed. */
export function requireReadable(reviews: readonly Review[]): void {
  const ids: Ids = { segment: () => 0, strategy: () => '' }
  for (const { environment, project, flags } of reviews)
    if (flags.flatMap((flag) => changesOf(flag, ids)).length > MAX_CHANGES)
      throw new AppError(
        'PayloadTooLargeError',
        `The change request for ${environment} of ${project} would have more than ${MAX_CHANGES} changes. Choose fewer flags.`,
      )
}

/** Names pending change requests of the caller that already change the same flags. */
export async function pendingNotes(
  side: PromotionInstance,
  reviews: readonly Review[],
  signal: AbortSignal,
): Promise<string[]> {
  const notes: string[] = []
  for (const projectId of new Set(reviews.map(({ project }) => project))) {
    const input = { params: { projectId } }
    const pending = read(
      side,
      Pending,
      await ask(side, { path: 'getPendingChangeRequests', type: 'query', input, signal }),
    )
    for (const { project, environment, flags } of reviews.filter((one) => one.project === projectId))
      for (const { id, features } of pending.filter((one) => one.environment === environment)) {
        const both = flags.flatMap(({ name }) => (features.some((one) => one.name === name) ? [name] : []))
        if (both.length > 0)
          notes.push(
            `Your change request ${id} for ${environment} of ${project} at ${side.name} already changes ${inBrief(both)}.`,
          )
      }
  }
  return notes
}

const MAX_NAMED = 5
const inBrief = (names: readonly string[]) =>
  names.length > MAX_NAMED
    ? `${names.slice(0, MAX_NAMED).join(', ')} and ${names.length - MAX_NAMED} more`
    : names.join(', ')

/**
 * Creates a change request for each review and submits it. Throws an error that names what exists by then: requests stand
 * each for itself.
 */
export async function requestReviews(
  side: PromotionInstance,
  reviews: readonly Review[],
  { from, signal }: Requesting,
): Promise<CreatedRequest[]> {
  if (reviews.length === 0) return []
  const created: CreatedRequest[] = []
  try {
    const segments = await readSegments(side, signal)
    for (const review of reviews) created.push(await requestReview(side, review, { from, signal, segments }))
  } catch (error) {
    throw error instanceof AppError ? halfway(error, created) : error
  }
  return created
}

async function requestReview(
  side: PromotionInstance,
  review: Review,
  { from, signal, segments }: Requesting & { segments: ReadonlyMap<string, number> },
): Promise<CreatedRequest> {
  const { project: projectId, environment } = review
  const strategies = new Map<string, string[]>()
  for (const { name, state } of review.flags)
    if ((state?.before.strategies ?? []).length > 0)
      strategies.set(name, await readStrategies(side, { projectId, environment, featureName: name }, signal))
  const ids: Ids = {
    segment: (name) => segments.get(name) ?? lost(side, `the segment ${name}`),
    strategy: (flag, place) => strategies.get(flag)?.[place] ?? lost(side, `a strategy of ${flag}`),
  }
  const body = review.flags.flatMap((flag) => changesOf(flag, ids))
  const change = (path: Parameters<typeof ask>[1]['path'], input: unknown) =>
    ask(side, { path, type: 'mutation', input, signal })
  const { id } = read(
    side,
    Created,
    await change(side.original ? 'addChangesToRequest' : 'startChangeRequest', {
      params: { projectId, environment },
      body,
    }),
  )
  const params = { projectId, id: String(id) }
  await change('updateChangeRequestTitle', { params, body: { title: titleOf(review, from) } })
  await change('updateChangeRequestState', { params, body: { state: 'In review' } })
  return { project: projectId, environment, id }
}

async function readSegments(
  side: PromotionInstance,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const answer = await ask(side, { path: 'getSegments', type: 'query', input: {}, signal })
  return new Map(read(side, Segments, answer).segments.map(({ id, name }) => [name, id]))
}

async function readStrategies(
  side: PromotionInstance,
  params: object,
  signal: AbortSignal,
): Promise<string[]> {
  const answer = await ask(side, { path: 'getFeatureStrategies', type: 'query', input: { params }, signal })
  return read(side, Strategies, answer)
    .filter(({ milestoneId }) => milestoneId == null)
    .map(({ id }) => id)
}

function read<T>({ name }: PromotionInstance, schema: z.ZodType<T>, answer: unknown): T {
  const { success, data } = schema.safeParse(answer)
  if (success) return data
  throw new AppError(
    'InvalidOperationError',
    `${name} answered in another shape. It may be of another version of Halyard.`,
  )
}

function lost({ name }: PromotionInstance, what: string): never {
  throw new AppError('ConflictError', `${name} no longer has ${what}. Compare again.`)
}

/** Says what is done already: the steps without approval, and the requests before the one that failed. */
function halfway({ name, message, details }: AppError, created: readonly CreatedRequest[]): AppError {
  const done = created.map(({ id, environment, project }) => `${id} (${environment} of ${project})`)
  const so =
    done.length === 0
      ? 'What needs no approval is promoted, but no change request was submitted.'
      : `What needs no approval is promoted, and these change requests are submitted: ${done.join(', ')}. The next one failed.`
  return new AppError(name, `${so} ${message}`, { details: [detail(so), ...details] })
}
