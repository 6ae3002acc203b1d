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
} from '#shared/desktop/promotion.ts'
import { detail } from '#shared/errors/error-table.ts'
import { MAX_SCENARIO_TEXT, ScenarioPlan } from '#shared/transfer/schemas/scenario.ts'
import { compareFlags } from './compare-flags.ts'
import { prepareOriginal, promoteToOriginal, type OriginalPlan } from './original/promote-to-original.ts'
import { type OriginalReading, readOriginal } from './original/read-original.ts'
import { promotionPart } from './promotion-part.ts'
import { type Exported, readHalyard } from './read-export.ts'
import { pendingNotes, requestReviews, requireReadable } from './request-reviews.ts'
import { describeReview } from './requested-changes.ts'
import type { Review } from './reviews.ts'
import { scenarioText } from './scenario-text.ts'
import { ask, type PromotionInstance } from './side.ts'

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
  const { text, plan, reviews, fingerprint, blockers, missing, original } = prepared
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
  if (original)
    return { plan, requests: await promoteToOriginal(sides.to, { ...original, reviews }, options) }
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
  /** The items as a scenario file. */
  text: string
  reviews: Review[]
  /** At a service without scenario files: what is performed in place of the text. */
  original?: OriginalPlan
}

async function prepare(sides: InstancePair, promotion: Promotion, signal: AbortSignal): Promise<Prepared> {
  const both = await readBoth(sides, { flags: promotion.flags, signal })
  const { to } = both
  const names = { from: sides.from.name, to: sides.to.name }
  const part = await promotionPart(both, promotion, names)
  const { reviews, missing } = part
  requireReadable(reviews)
  const lacks = missing.length > 0 && !promotion.createMissing
  const original = sides.to.original
    ? await prepareOriginal(sides.to, part, { to, lacks, signal })
    : undefined
  const { items, blockers, notes } = original ?? part
  const requests = reviews.map((review) => describeReview(review, names.from))
  const text = await scenarioText(items)
  const facts = { text, reviews, requests, missing, blockers, notes }
  if (blockers.length > 0 || lacks)
    return { ...facts, plan: null, fingerprint: await fingerprintOf(text, null, reviews) }
  if (original) {
    const plan = toPlan(original.steps)
    return { ...facts, plan, original, fingerprint: await fingerprintOf(text, plan, reviews) }
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
