import { matchesConstraints, traceConstraints, traceSegments } from './constraints.ts'
import type { EvaluatedFeature, EvaluatedStrategy, EvaluationContext, EvaluationSources } from './model.ts'
import type {
  ChosenVariant,
  Evaluation,
  EvaluationReason,
  ParentTrace,
  StrategyTrace,
  VariantTrace,
} from './result.ts'
import { evaluateStrategy } from './strategies.ts'
import { chooseVariant, traceChoice, type VariantChoice } from './variants.ts'

const UNDECIDED: VariantTrace = {
  reason: 'flag-off',
  stickiness: null,
  stickyValue: null,
  position: null,
  ranges: [],
}

export interface EvaluateOptions {
  /**
   * full: evaluates and traces everything. none: stops as soon as the result is known. The results are the
   * same.
   */
  trace: 'full' | 'none'
}

/** Evaluates a flag by name. A flag that does not exist is off. */
export function evaluateFlag(
  name: string,
  context: EvaluationContext,
  sources: EvaluationSources,
  options: EvaluateOptions,
): Evaluation {
  const feature = sources.feature(name)
  if (!feature)
    return disabledEvaluation(
      name,
      'unknown-flag',
      options.trace === 'full' ? { parents: [], strategies: [], variant: UNDECIDED } : undefined,
    )
  return evaluateFeature(feature, context, sources, options)
}

/**
 * Evaluates a flag for a context exactly as the official SDKs do, and says why: parents first, then the switch of the
 * environment, then the strategies in order: the first that lets the context through decides, and its variants go
 * before the flag's own.
 */
export function evaluateFeature(
  feature: EvaluatedFeature,
  context: EvaluationContext,
  sources: EvaluationSources,
  { trace }: EvaluateOptions,
): Evaluation {
  const isFull = trace === 'full'
  const parents = traceParents(feature, context, sources, isFull)
  const strategies = isFull
    ? feature.strategies.map((strategy) => traceStrategy(strategy, context, sources))
    : []
  const traced = (variant: VariantTrace) => (isFull ? { parents, strategies, variant } : undefined)

  const refusal =
    parents.find((parent) => !parent.satisfied)?.reason ?? (feature.enabled ? undefined : 'disabled')
  if (refusal) return disabledEvaluation(feature.name, refusal, traced(UNDECIDED))

  const active = feature.strategies.filter((strategy) => !strategy.disabled)
  const index = isFull
    ? strategies.findIndex((strategy) => strategy.result === true)
    : feature.strategies.findIndex((strategy) => matches(strategy, context, sources))
  if (index < 0 && active.length > 0)
    return disabledEvaluation(feature.name, 'no-strategy-matched', traced(UNDECIDED))

  const { choice, from } = chooseFor(feature, feature.strategies[index], context, sources)
  return { ...enabledEvaluation(feature, index, choice), ...withTrace(traced(traceChoice(from, choice))) }
}

/** The evaluation of a flag that is on, by the strategy of this index; -1: it has none. */
export function enabledEvaluation(
  { name, strategies }: EvaluatedFeature,
  index: number,
  { variant, reason: variantReason }: Pick<VariantChoice, 'variant' | 'reason'>,
): Evaluation {
  const strategy = strategies[index]
  return {
    name,
    enabled: true,
    variant: toVariant(variant),
    reason: !strategy
      ? 'no-strategies'
      : strategy.isProjectDefault
        ? 'default-strategy-matched'
        : 'strategy-matched',
    variantReason,
    ...(strategy ? { strategyIndex: index } : {}),
  }
}

const withTrace = (trace: Evaluation['trace']) => (trace ? { trace } : {})

/** The evaluation of a flag that is off. */
export function disabledEvaluation(
  name: string,
  reason: EvaluationReason,
  trace?: Evaluation['trace'],
): Evaluation {
  const variant = { name: 'disabled', enabled: false, feature_enabled: false, featureEnabled: false }
  return { name, enabled: false, variant, reason, variantReason: 'flag-off', ...withTrace(trace) }
}

/** Constraints first, as the SDKs do: chance is only asked when it counts. */
function matches(
  strategy: EvaluatedStrategy,
  context: EvaluationContext,
  sources: EvaluationSources,
): boolean {
  return (
    !strategy.disabled &&
    matchesConstraints(strategy, context, sources) &&
    evaluateStrategy(strategy, context, sources).result === true
  )
}

function traceStrategy(
  strategy: EvaluatedStrategy,
  context: EvaluationContext,
  sources: EvaluationSources,
): StrategyTrace {
  const constraints = traceConstraints(strategy.constraints, context, sources)
  const segments = traceSegments(strategy.segments, context, sources)
  const own = evaluateStrategy(strategy, context, sources)
  const isLet = [...constraints, ...segments].every((one) => one.result)
  return {
    id: strategy.id ?? null,
    name: strategy.name,
    title: strategy.title ?? null,
    disabled: strategy.disabled ?? false,
    result: strategy.disabled || !isLet ? false : own.result,
    own: own.result,
    constraints,
    segments,
    ...(own.rollout ? { rollout: own.rollout } : {}),
  }
}

/** Traces each parent: satisfied or not. Without a trace, stops at the first parent that is not satisfied. */
function traceParents(
  feature: EvaluatedFeature,
  context: EvaluationContext,
  sources: EvaluationSources,
  all: boolean,
): ParentTrace[] {
  const traces: ParentTrace[] = []
  for (const { feature: name, enabled = true, variants = [] } of feature.dependencies ?? []) {
    const reason = parentRefusal(name, enabled, variants, context, sources)
    traces.push({ feature: name, satisfied: reason === null, reason })
    if (reason !== null && !all) break
  }
  return traces
}

function parentRefusal(
  name: string,
  mustBeOn: boolean,
  variants: readonly string[],
  context: EvaluationContext,
  sources: EvaluationSources,
): EvaluationReason | null {
  const parent = sources.feature(name)
  // one level deep only: a parent with parents of its own counts as not there
  if (!parent || (parent.dependencies && parent.dependencies.length > 0)) return 'parent-unusable'
  const { enabled, variant } = evaluateFeature(parent, context, sources, { trace: 'none' })
  if (!mustBeOn) return enabled ? 'parent-on' : null
  if (!enabled) return 'parent-off'
  return variants.length === 0 || variants.includes(variant.name) ? null : 'parent-variant'
}

function chooseFor(
  feature: EvaluatedFeature,
  strategy: EvaluatedStrategy | undefined,
  context: EvaluationContext,
  sources: EvaluationSources,
) {
  const ofStrategy = strategy?.variants ?? []
  if (strategy && ofStrategy.length > 0) {
    const stickiness = ofStrategy[0]?.stickiness || strategy.parameters?.['stickiness']
    const groupId = strategy.parameters?.['groupId'] ?? 'undefined' // as the SDKs, which put the missing value into text
    const choice = chooseVariant(
      ofStrategy,
      { groupId, ...(stickiness ? { stickiness } : {}), source: 'strategy' },
      context,
      sources,
    )
    if (choice.variant) return { choice, from: ofStrategy }
  }
  const own = feature.variants ?? []
  const stickiness = own[0]?.stickiness
  const choice = chooseVariant(
    own,
    { groupId: feature.name, ...(stickiness ? { stickiness } : {}), source: 'feature' },
    context,
    sources,
  )
  return { choice, from: own }
}

function toVariant(variant: VariantChoice['variant']): ChosenVariant {
  const on = { feature_enabled: true, featureEnabled: true }
  if (!variant) return { name: 'disabled', enabled: false, ...on }
  return {
    name: variant.name,
    enabled: true,
    ...(variant.payload ? { payload: variant.payload } : {}),
    ...on,
  }
}
