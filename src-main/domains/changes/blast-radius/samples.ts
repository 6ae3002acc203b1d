import {
  evaluateFlag,
  explainEvaluation,
  type EvaluationContext,
  type EvaluationSources,
} from '#shared/flags/evaluation/index.ts'
import type { AffectedContext } from '#shared/changes/schemas/blast-radius.ts'
import type { SeenContext } from '#domains/clients/seen-contexts/seen-contexts.ts'
import type { Flip } from './flip.ts'

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
