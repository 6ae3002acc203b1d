import { contextValue } from '../../flags/evaluation/context.ts'
import { matchesConstraints } from '../../flags/evaluation/constraints.ts'
import { evaluateFeature } from '../../flags/evaluation/evaluate-flag.ts'
import type {
  EvaluatedFeature,
  EvaluatedStrategy,
  EvaluatedVariant,
  EvaluationContext,
  EvaluationSources,
} from '../../flags/evaluation/model.ts'
import { evaluateStrategy } from '../../flags/evaluation/strategies.ts'

/** Result that a context spoils because it has nothing for the flag to be sticky on. */
export interface StickyLack {
  rule: 'sticky-random' | 'sticky-off' | 'variant-random'
  /** Field that is missing; `default`: userId and sessionId are. */
  field: string
}

const BY_CHANCE = 'random'
const MADE_UP = '0'

/**
 * Fields on which results of a flag are sticky, `default` for userId or sessionId. A context that has all of them
 * lacks nothing.
 */
export function stickyFieldsOf({ enabled, strategies, variants = [] }: EvaluatedFeature): Set<string> {
  const fields = new Set<string>()
  if (!enabled) return fields
  for (const strategy of strategies) {
    const { name, parameters } = strategy
    if (name === 'flexibleRollout') fields.add(parameters?.['stickiness'] ?? 'default')
    if (name === 'gradualRolloutUserId') fields.add('userId')
    if (name === 'gradualRolloutSessionId') fields.add('sessionId')
    if (strategy.variants?.length) fields.add(variantStickiness(strategy.variants, strategy))
  }
  if (variants.length > 0) fields.add(variantStickiness(variants))
  fields.delete(BY_CHANCE)
  return fields
}

/** Checks whether a context lacks a field that results are sticky on. The frontend API makes up a session that was not sent. */
export const lacksField = (context: EvaluationContext, field: string): boolean =>
  field === 'default'
    ? !context.userId && !context.sessionId
    : field === 'sessionId'
      ? !context.sessionId
      : !contextValue(context, field)

/**
 * Finds what the results of a flag lack in a context, as the frontend API evaluates it: it makes up a session for a request
 * that sent none. Nothing is lacking where another strategy turns the flag on in any case.
 */
export function stickyLacks(
  feature: EvaluatedFeature,
  context: EvaluationContext,
  sources: EvaluationSources,
): StickyLack[] {
  // as it is evaluated: any session will do where its value does not decide
  const evaluated = context.sessionId === undefined ? { ...context, sessionId: MADE_UP } : context
  if (!feature.enabled || !hasItsParents(feature, evaluated, sources)) return []
  const active = feature.strategies.filter(({ disabled }) => !disabled)
  const lacks: StickyLack[] = []
  /** Strategies that let the context in by chance. */
  const passed: EvaluatedStrategy[] = []
  for (const strategy of active) {
    if (!matchesConstraints(strategy, evaluated, sources)) continue
    const lack = rolloutLack(strategy, context)
    if (lack) lacks.push(lack)
    else if (!isByChance(strategy) && evaluateStrategy(strategy, evaluated, sources).result === true)
      return [...variantLacks(feature, strategy, context), ...otherVariants(feature, strategy, lacks, passed)]
    if (lack?.rule === 'sticky-random') passed.push(strategy)
  }
  return active.length === 0 ? variantLacks(feature, undefined, context) : lacks
}

function hasItsParents(feature: EvaluatedFeature, context: EvaluationContext, sources: EvaluationSources) {
  if (!feature.dependencies?.length) return true
  const { trace } = evaluateFeature(feature, context, sources, { trace: 'full' })
  return trace?.parents.every(({ satisfied }) => satisfied) ?? true
}

/** Meant to be by chance. */
const isByChance = ({ name, parameters }: EvaluatedStrategy) =>
  name === 'gradualRolloutRandom' ||
  (name === 'flexibleRollout' &&
    parameters?.['stickiness'] === BY_CHANCE &&
    Number(parameters['rollout']) < 100)

function rolloutLack(
  { name, parameters = {} }: EvaluatedStrategy,
  context: EvaluationContext,
): StickyLack | undefined {
  switch (name) {
    case 'flexibleRollout':
      return lackOf(parameters['stickiness'] ?? 'default', Number(parameters['rollout']), context)
    case 'gradualRolloutUserId':
      return context.userId ? undefined : lackOf('userId', Number(parameters['percentage']), {})
    case 'gradualRolloutSessionId':
      return lackOf('sessionId', Number(parameters['percentage']), context)
    default:
      return undefined
  }
}

function lackOf(stickiness: string, percentage: number, context: EvaluationContext): StickyLack | undefined {
  // a percentage that is none lets nobody in, whatever is sent
  if (stickiness === BY_CHANCE || stickiness === '' || !(percentage > 0) || !lacksField(context, stickiness))
    return undefined
  const asksChance =
    stickiness === 'default' || (stickiness === 'sessionId' && context.sessionId === undefined)
  if (!asksChance) return { rule: 'sticky-off', field: stickiness }
  return percentage < 100 ? { rule: 'sticky-random', field: stickiness } : undefined
}

const variantStickiness = (variants: readonly EvaluatedVariant[], strategy?: EvaluatedStrategy): string =>
  variants[0]?.stickiness || strategy?.parameters?.['stickiness'] || 'default'

/** The flag is on in any case, and chance decides which strategy gives its variant. */
function otherVariants(
  feature: EvaluatedFeature,
  decisive: EvaluatedStrategy,
  lacks: readonly StickyLack[],
  passed: readonly EvaluatedStrategy[],
): StickyLack[] {
  const choiceOf = (strategy: EvaluatedStrategy) => {
    const { variants, isOfStrategy } = variantsOf(feature, strategy)
    const { groupId } = strategy.parameters ?? {}
    return JSON.stringify([
      variants,
      ...(isOfStrategy ? [variantStickiness(variants, strategy), groupId] : []),
    ])
  }
  if (passed.every((one) => choiceOf(one) === choiceOf(decisive))) return []
  return lacks
    .filter(({ rule }) => rule === 'sticky-random')
    .map(({ field }) => ({ rule: 'variant-random', field }))
}

const canBeChosen = ({ weight }: EvaluatedVariant) => weight > 0

/** The variants that are chosen from: those of the strategy, else those of the flag. */
function variantsOf({ variants = [] }: EvaluatedFeature, strategy: EvaluatedStrategy | undefined) {
  const ofStrategy = strategy?.variants ?? []
  const isOfStrategy = ofStrategy.some(canBeChosen)
  return { variants: isOfStrategy ? ofStrategy : variants, isOfStrategy }
}

function variantLacks(
  feature: EvaluatedFeature,
  strategy: EvaluatedStrategy | undefined,
  context: EvaluationContext,
): StickyLack[] {
  const { variants, isOfStrategy } = variantsOf(feature, strategy)
  if (variants.filter(canBeChosen).length < 2) return []
  const isOverridden = variants.some(({ overrides = [] }) =>
    overrides.some(({ contextName, values }) =>
      values.some((value) => value === contextValue(context, contextName)),
    ),
  )
  const field = variantStickiness(variants, isOfStrategy ? strategy : undefined)
  if (isOverridden || field === BY_CHANCE || !lacksField(context, field)) return []
  // without a session, the address of the caller decides
  const hasAddress = field === 'default' && context.sessionId !== undefined && Boolean(context.remoteAddress)
  return hasAddress ? [] : [{ rule: 'variant-random', field }]
}
