import { detail } from '#shared/errors/error-table.ts'
import type { PlannedStep } from '#shared/transfer/scenario/plan-scenario.ts'
import type { ScenarioItems } from '#shared/transfer/schemas/scenario.ts'
import type { CreatedRequest } from '#shared/desktop/promotion.ts'
import { ItemIds } from '#domains/transfer/scenario/item-ids.ts'
import { AppError } from '#kernel/app-error.ts'
import type { Exported } from '../read-export.ts'
import { requestReviews } from '../request-reviews.ts'
import type { Review } from '../reviews.ts'
import type { Side } from '../side.ts'
import { performOriginal } from './perform-original.ts'
import { planOriginal } from './plan-original.ts'
import { readOriginal } from './read-original.ts'

/** Promotion to a service, as it was planned. */
export interface OriginalPromotion {
  items: ScenarioItems
  steps: readonly PlannedStep[]
  reviews: readonly Review[]
  /** State of the service that the plan was made for. */
  to: Exported
}

/**
 * Performs a promotion at a service, submits what needs approval, and checks that nothing is left to do. Throws an error that says
 * what was written.
 */
export async function promoteToOriginal(
  side: Side,
  { items, steps, reviews, to }: OriginalPromotion,
  { from, signal }: { from: string; signal: AbortSignal },
): Promise<CreatedRequest[]> {
  const ids = new ItemIds()
  for (const [name, id] of to.original?.segmentIds ?? []) ids.segments.set(name, id)
  await performOriginal(side, { ids, signal }, steps)
  const requests = await requestReviews(side, reviews, { from, signal })
  const flags = items.flags?.map(({ name }) => name) ?? []
  const left = await planOriginal(items, await readOriginal(side, { flags, signal }))
  if (left.length > 0) throw differs(side, left, requests)
  return requests
}

const MAX_NAMED = 10

function differs(
  { name }: Side,
  left: readonly PlannedStep[],
  requests: readonly CreatedRequest[],
): AppError {
  const named = left
    .slice(0, MAX_NAMED)
    .map(({ list, name: item, changes }) => `${list}/${item} (${changes.map(({ path }) => path).join(', ')})`)
  const lines = [
    `${name} accepted all steps, but is not as planned in ${named.join('; ')}${left.length > MAX_NAMED ? ` and ${left.length - MAX_NAMED} more` : ''}.`,
    ...(requests.length === 0
      ? []
      : [`Change requests are submitted: ${requests.map(({ id }) => id).join(', ')}.`]),
  ]
  return new AppError('ConflictError', lines.join(' '), { details: lines.map((line) => detail(line)) })
}
