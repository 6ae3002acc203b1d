import {
  evaluateFeature,
  explainEvaluation,
  type Evaluation,
  type EvaluationContext,
  type EvaluationTrace,
  type EvaluationSources,
} from '#shared/flags/evaluation/index.ts'
import type { Constraint } from '#shared/flags/schemas/constraint.ts'
import type { ExplainedPlay, PlaygroundStrategy } from '#shared/insight/schemas/playground.ts'
import type {
  ExplainedFeature,
  ExplainedStrategy,
  ExplainedConfiguration,
} from '../explain/explained-configuration.read-model.ts'

type StrategyTrace = EvaluationTrace['strategies'][number]

/** Data and environment of an evaluation. */
interface EvaluatedEnvironment {
  sources: EvaluationSources
  segments: ExplainedConfiguration['segments']
  environment: string
}

/**
 * Evaluates a flag for a context in the form of the playground, with the result of every strategy, constraint and
 * segment.
 */
export function evaluatePlaygroundFlag(
  feature: ExplainedFeature,
  context: EvaluationContext,
  { sources, segments, environment }: EvaluatedEnvironment,
): ExplainedPlay {
  const evaluation = evaluateFeature(feature, context, sources, { trace: 'full' })
  const data = feature.strategies.map((strategy, index) =>
    toStrategy(strategy, index, evaluation, {
      segments,
      edit: `/projects/${feature.project}/features/${feature.name}/strategies/edit?environmentId=${encodeURIComponent(environment)}`,
    }),
  )
  const results = data.map((strategy) => strategy.result.enabled)
  const { variant } = evaluation
  return {
    name: feature.name,
    projectId: feature.project,
    isEnabled: evaluation.enabled,
    isEnabledInCurrentEnvironment: feature.enabled,
    hasUnsatisfiedDependency: evaluation.trace?.parents.some((parent) => !parent.satisfied) ?? false,
    variant: {
      name: variant.name,
      enabled: variant.enabled,
      ...(variant.payload ? { payload: variant.payload } : {}),
      feature_enabled: variant.feature_enabled,
    },
    variants: [...(decidingVariants(feature, evaluation) ?? feature.variants)],
    strategies: { result: results.includes(true) || (results.includes('unknown') && 'unknown'), data },
    reason: evaluation.reason,
    explanation: explainEvaluation(evaluation),
  }
}

/** The variants that were chosen among: those of the strategy that matched, else the flag's own. */
function decidingVariants(feature: ExplainedFeature, { strategyIndex }: Evaluation) {
  const variants = feature.strategies[strategyIndex ?? -1]?.variants
  return variants && variants.length > 0 ? variants : undefined
}

function toStrategy(
  strategy: ExplainedStrategy,
  index: number,
  evaluation: Evaluation,
  { segments, edit }: { segments: ExplainedConfiguration['segments']; edit: string },
): PlaygroundStrategy {
  const trace = evaluation.trace?.strategies[index]
  const { id, name, title, disabled, parameters } = strategy
  const named = title === null ? { id, name } : { id, name, title }
  return {
    ...named,
    disabled,
    parameters,
    result: resultOf(strategy, trace, evaluation.strategyIndex === index ? evaluation : undefined),
    constraints: withResults(strategy.constraints, trace?.constraints),
    segments: (trace?.segments ?? []).map(({ id, name, result, constraints }) => ({
      id,
      name: name ?? String(id),
      result,
      constraints: withResults(segments.get(id)?.constraints ?? [], constraints),
    })),
    links: { edit: `${edit}&strategyId=${strategy.id}` },
  }
}

const withResults = (constraints: readonly Constraint[], traces: StrategyTrace['constraints'] | undefined) =>
  constraints.map((constraint, place) => ({ ...constraint, result: traces?.[place]?.result ?? false }))

function resultOf(
  strategy: ExplainedStrategy,
  trace: StrategyTrace | undefined,
  deciding: Evaluation | undefined,
): PlaygroundStrategy['result'] {
  if (strategy.disabled || !trace) return { enabled: 'unknown', evaluationStatus: 'unevaluated' }
  if (trace.own === 'unknown')
    return { enabled: trace.result === false ? false : 'unknown', evaluationStatus: 'incomplete' }
  const result = { enabled: trace.result, evaluationStatus: 'complete' } as const
  const variant = deciding?.variant.enabled ? deciding.variant : undefined
  if (variant === undefined || strategy.variants.length === 0) return result
  return {
    ...result,
    variant: { name: variant.name, enabled: true, ...(variant.payload ? { payload: variant.payload } : {}) },
    variants: strategy.variants,
  }
}
