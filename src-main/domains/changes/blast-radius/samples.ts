import type { SeenContext } from '#domains/clients/seen-contexts/seen-contexts.ts'
import type { AffectedContext } from '#shared/changes/schemas/blast-radius.ts'
import {
  evaluateFlag,
  type Evaluation,
  type EvaluationContext,
  type EvaluationSources,
  explainEvaluation,
} from '#shared/flags/evaluation/index.ts'

const MAX_SAMPLES = 20

interface Sample {
  feature: string
  environment: string
  context: SeenContext
  before: EvaluationSources
  after: EvaluationSources
  /** Random value, the same for both sides of the comparison. */
  draw: { value: number }
}

/** Change in the result of a flag: now on, now off, or on with another variant. */
export type Flip = 'on' | 'off' | 'variant'

/**
 * Finds the difference between two evaluations; null: none. A variant whose payload changed counts as another
 * variant.
 */
export function flipOf(before: Evaluation, after: Evaluation): Flip | null {
  if (before.enabled !== after.enabled) return after.enabled ? 'on' : 'off'
  return after.enabled && !isSame(before.variant, after.variant) ? 'variant' : null
}

function isSame(a: Evaluation['variant'], b: Evaluation['variant']): boolean {
  return (
    a.name === b.name &&
    a.enabled === b.enabled &&
    a.payload?.type === b.payload?.type &&
    a.payload?.value === b.payload?.value
  )
}

/** Sample of the affected contexts, for every kind of change. */
export class Samples {
  readonly #kept: Record<Flip, Sample[]> = { off: [], on: [], variant: [] }

  offer(flip: Flip, sample: Sample): void {
    const kept = this.#kept[flip]
    if (kept.length < MAX_SAMPLES) kept.push(sample)
  }

  /** Takes samples of each kind in turn, those turned off first. */
  toAffected(): AffectedContext[] {
    const { off, on, variant } = this.#kept
    const byTurns = off.length + on.length + variant.length > 0 ? Array.from({ length: MAX_SAMPLES }) : []
    return byTurns
      .flatMap((_, index) => [off[index], on[index], variant[index]])
      .filter((one) => one !== undefined)
      .slice(0, MAX_SAMPLES)
      .map(toAffected)
  }
}

function toAffected({ feature, environment, context, before, after, draw }: Sample): AffectedContext {
  draw.value = context.draw
  const { properties, ...fields } = context.context
  return {
    feature,
    environment,
    context: { ...fields, ...(Object.keys(properties).length > 0 ? { properties } : {}) },
    count: context.count,
    lastSeen: context.lastSeen,
    before: outcomeOf(feature, context.evaluated, before),
    after: outcomeOf(feature, context.evaluated, after),
  }
}

function outcomeOf(feature: string, context: EvaluationContext, sources: EvaluationSources) {
  const evaluation = evaluateFlag(feature, context, sources, { trace: 'full' })
  const { enabled, variant } = evaluation
  return {
    enabled,
    variant: variant.enabled ? variant.name : null,
    explanation: explainEvaluation(evaluation),
  }
}
