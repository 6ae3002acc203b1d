import { createHash } from 'node:crypto'

import { toPlan } from '#domains/transfer/scenario/plan-file.ts'
import { AppError } from '#kernel/app-error.ts'
import { inSteps } from '#runtime/in-steps.ts'
import type {
  PlannedPromotion,
  ProfileComparison,
  Promotion,
  PromotionPlan,
  PromotionResult,
  CreatedRequest,
} from '#shared/desktop/promotion.ts'
import { detail } from '#shared/errors/error-table.ts'
import type { PlannedStep } from '#shared/transfer/scenario/plan-scenario.ts'
import { MAX_SCENARIO_TEXT, type ScenarioItems, ScenarioPlan } from '#shared/transfer/schemas/scenario.ts'
import { compareFlags } from './compare-flags.ts'
import { originalBlockers } from './original/original-blockers.ts'
import { fitToOriginal, planOriginal } from './original/plan-original.ts'
import { type OriginalReading, readOriginal } from './original/read-original.ts'
import { promotionPart, type PromotionPart } from './promotion-part.ts'
import { type Exported, readHalyard } from './read-export.ts'
import { pendingNotes, requestReviews, requireReadable } from './request-reviews.ts'
import { describeReview } from './requested-changes.ts'
import type { Review } from './reviews.ts'
import { scenarioText } from './scenario-text.ts'
import { ask, type PromotionInstance } from './side.ts'
import { ItemIds } from '#domains/transfer/scenario/item-ids.ts'
import { performOriginal } from './original/perform-original.ts'

/** Two profiles: flags go from one to the other. */
export interface InstancePair {
  from: PromotionInstance
  to: PromotionInstance
}

/** Compares the flags of two profiles. */
export async function compareProfiles(sides: InstancePair, signal: AbortSignal): Promise<ProfileComparison> {
  const { from, to } = await readBoth(sides, { signal })
  return compareFlags(from, to, { from: sides.from.name, to: sides.to.name })
}

/** Plans a promotion at the profile that it changes. Nothing is changed. */
export async function planPromotion(
  sides: InstancePair,
  promotion: Promotion,
  signal: AbortSignal,
): Promise<PromotionPlan> {
  const { reviews, plan, requests, fingerprint, missing, blockers, notes } = await prepare(
    sides,
    promotion,
    signal,
  )
  const answer = { plan, requests, fingerprint, missing, blockers, notes }
  // at a service without scenario files they block the promotion
  if (plan === null || sides.to.original) return answer
  return { ...answer, notes: [...notes, ...(await pendingNotes(sides.to, reviews, signal))] }
}

/** Promotion to a service, as it was planned. */
interface OriginalPromotion {
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
async function promoteToOriginal(
  side: PromotionInstance,
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
  { name }: PromotionInstance,
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

/**
 * Promotes flags as who is signed in to the profile that it changes: all or nothing of what needs no approval (but at a service
 * without scenario files), then the change requests for the rest. Throws ConflictError if the plan would be another one by now.
 */
export async function promote(
  sides: InstancePair,
  { fingerprint: seen, ...promotion }: PlannedPromotion,
  signal: AbortSignal,
): Promise<PromotionResult> {
  const prepared = await prepare(sides, promotion, signal)
  const { text, plan, reviews, fingerprint, blockers, missing, steps } = prepared
  if (plan === null) {
    const lines = [...blockers, ...missing.map((one) => `${sides.to.name} lacks ${one}.`)]
    throw new AppError('InvalidOperationError', lines.join(' '), {
      details: lines.map((line) => detail(line)),
    })
  }
  if (fingerprint !== seen)
    throw new AppError(
      'ConflictError',
      'One of the two instances has changed since this plan was made. Check the new plan, and promote again.',
    )
  const options = { from: sides.from.name, signal }
  if (steps) return { plan, requests: await promoteToOriginal(sides.to, { ...prepared, steps }, options) }
  const input = bodyOf(sides, text)
  const applied = readPlan(
    sides.to,
    await ask(sides.to, { path: 'applyScenario', type: 'mutation', input, signal }),
  )
  return {
    plan: applied,
    requests: await requestReviews(sides.to, reviews, options),
  }
}

interface Prepared extends PromotionPlan {
  items: ScenarioItems
  /** Items as a scenario file. */
  text: string
  reviews: Review[]
  /** The instance that is changed, as it was read. */
  to: Exported
  /** Steps at a service without scenario files. */
  steps?: PlannedStep[]
}

async function prepare(sides: InstancePair, promotion: Promotion, signal: AbortSignal): Promise<Prepared> {
  const both = await readBoth(sides, { flags: promotion.flags, signal })
  const { to } = both
  const names = { from: sides.from.name, to: sides.to.name }
  const part = await promotionPart(both, promotion, names)
  requireReadable(part.reviews)
  const { items, blockers, notes } = sides.to.original ? await fitted(sides.to, part, { to, signal }) : part
  const { reviews, missing } = part
  const requests = reviews.map((review) => describeReview(review, names.from))
  const text = await scenarioText(items)
  const facts = { items, text, to, reviews, requests, missing, blockers, notes }
  const cannot = blockers.length > 0 || (missing.length > 0 && !promotion.createMissing)
  if (cannot) return { ...facts, plan: null, fingerprint: await fingerprintOf(text, null, reviews) }
  if (sides.to.original) {
    const steps = await planOriginal(items, to)
    const plan = toPlan(steps)
    return { ...facts, plan, steps, fingerprint: await fingerprintOf(text, plan, reviews) }
  }
  if (text.length > MAX_SCENARIO_TEXT)
    throw new AppError('PayloadTooLargeError', 'These flags are too much for one promotion. Choose fewer.')
  const answer = await ask(sides.to, {
    path: 'planScenario',
    type: 'query',
    input: bodyOf(sides, text),
    signal,
  })
  const plan = readPlan(sides.to, answer)
  return { ...facts, plan, fingerprint: await fingerprintOf(text, plan, reviews) }
}

/** Leaves out what a service without scenario files has no place for, and asks it what else it would refuse. */
async function fitted(
  side: PromotionInstance,
  part: PromotionPart,
  there: { to: Exported; signal: AbortSignal },
) {
  const { items, notes, blockers } = fitToOriginal(part.items, there.to, side.name)
  const refused = await originalBlockers(side, { items, reviews: part.reviews }, there)
  return {
    items,
    notes: [...part.notes, ...notes],
    blockers: [...part.blockers, ...blockers, ...refused],
  }
}

/** Reads the instance of a profile; at a service without scenario files, no more than is asked for. */
const readSide = (side: PromotionInstance, reading: OriginalReading): Promise<Exported> =>
  side.original ? readOriginal(side, reading) : readHalyard(side, reading.signal)

async function readBoth(
  { from, to }: InstancePair,
  asked: OriginalReading,
): Promise<{ from: Exported; to: Exported }> {
  const withApprovals = asked.flags !== undefined
  const [source, target] = await Promise.all([
    readSide(from, asked),
    readSide(to, { ...asked, withApprovals }),
  ])
  return { from: source, to: target }
}

/** Name of the profile stands in for that of a file, in errors. */
const bodyOf = ({ from }: InstancePair, text: string) => ({ body: { text, file: from.name } })

function readPlan({ name }: PromotionInstance, answer: unknown): ScenarioPlan {
  const plan = ScenarioPlan.safeParse(answer)
  if (plan.success) return plan.data
  throw new AppError(
    'InvalidOperationError',
    `${name} answered with a plan of another shape. It may be of another version of Halyard.`,
  )
}

/** Digest of the scenario, of all that it changes, and of what is requested: of both states, as far as they matter. */
async function fingerprintOf(
  text: string,
  plan: ScenarioPlan | null,
  reviews: readonly Review[],
): Promise<string> {
  const hash = createHash('sha256').update(text)
  await inSteps(reviews, (review) => void hash.update(JSON.stringify(review)))
  await inSteps(plan?.steps ?? [], (step) => void hash.update(JSON.stringify(step)))
  return hash.digest('base64url')
}
