import { ownValue } from '../../own-value.ts'
import { percentage } from '../../figures.ts'
import type { Evaluation, EvaluationReason, ParentTrace, StrategyTrace, VariantTrace } from './result.ts'

/** Returns the display name of a kind of strategy. */
export function strategyLabel(name: string): string {
  const labels: Record<string, string> = {
    default: 'Standard',
    flexibleRollout: 'Gradual rollout',
    remoteAddress: 'IPs',
    applicationHostname: 'Hosts',
    userWithId: 'User IDs',
  }
  return ownValue(labels, name) ?? name
}

/** Explains the result of a flag in sentences, the decisive one first. Needs an evaluation with its trace. */
export function explainEvaluation(evaluation: Evaluation): string[] {
  const { reason, trace, strategyIndex } = evaluation
  const strategies = trace?.strategies ?? []
  const decisive = decisiveSentence(reason, strategies, strategyIndex, trace?.parents ?? [])
  const others = reason === 'no-strategy-matched' ? strategies.map(refusalOf) : []
  const variant = trace && evaluation.enabled ? variantSentence(evaluation.variant.name, trace.variant) : null
  return [decisive, ...others, ...(variant === null ? [] : [variant])]
}

function decisiveSentence(
  reason: EvaluationReason,
  strategies: readonly StrategyTrace[],
  index: number | undefined,
  parents: readonly ParentTrace[],
): string {
  const parent = parents.find((one) => !one.satisfied)?.feature ?? 'a parent'
  switch (reason) {
    case 'unknown-flag':
      return 'Off: there is no such flag in this environment.'
    case 'disabled':
      return 'Off: it is disabled in this environment.'
    case 'parent-unusable':
      return `Off: its parent ${parent} is not there, or has a parent of its own.`
    case 'parent-off':
      return `Off: its parent ${parent} is off, and must be on.`
    case 'parent-on':
      return `Off: its parent ${parent} is on, and must be off.`
    case 'parent-variant':
      return `Off: its parent ${parent} is on, with none of the variants that it must have.`
    case 'no-strategies':
      return 'On: it is enabled, and no strategy says for whom.'
    case 'no-strategy-matched':
      return strategies.length === 1
        ? 'Off: its strategy did not match.'
        : `Off: none of its ${strategies.length} strategies matched.`
    case 'strategy-matched':
    case 'default-strategy-matched': {
      const strategy = strategies[index ?? -1]
      const place = strategies.length > 1 ? ` (${(index ?? 0) + 1} of ${strategies.length})` : ''
      const whose = reason === 'default-strategy-matched' ? ', the default of its project,' : ''
      return strategy
        ? `On: the strategy ${nameOf(strategy)}${place}${whose} matched${howOf(strategy)}.`
        : 'On: a strategy matched.'
    }
  }
}

const nameOf = ({ name, title }: StrategyTrace) => `“${title ?? strategyLabel(name)}”`

/** “: position 34 is within 50%” */
function howOf({ rollout }: StrategyTrace): string {
  if (!rollout || rollout.percentage >= 100 || rollout.position === null) return ''
  return `: position ${rollout.position} of 100 is within ${percentage(rollout.percentage)}`
}

function refusalOf(strategy: StrategyTrace): string {
  const name = nameOf(strategy)
  if (strategy.disabled) return `${name} is disabled.`
  const constraint = strategy.constraints.find((one) => !one.result)
  if (constraint?.problem !== undefined)
    return `${name}: a constraint on ${constraint.contextName} could not be checked. ${constraint.problem}`
  if (constraint) {
    const has = constraint.contextValue === null ? 'is not there' : `is “${constraint.contextValue}”`
    return `${name}: a constraint did not hold, ${constraint.contextName} ${has}.`
  }
  const segment = strategy.segments.find((one) => !one.result)
  if (segment)
    return segment.found
      ? `${name}: the context is not in the segment ${segment.name ?? segment.id}.`
      : `${name}: its segment ${segment.id} is not there.`
  if (strategy.own === 'unknown') return `${name} can only be evaluated by SDKs that know it.`
  const { rollout } = strategy
  if (rollout?.position === null) return `${name}: the context has no ${rollout.stickiness} to be sticky on.`
  if (rollout)
    return `${name}: position ${rollout.position} of 100 is beyond ${percentage(rollout.percentage)}.`
  return `${name} did not match.`
}

function variantSentence(name: string, { reason, stickiness, position }: VariantTrace): string | null {
  switch (reason) {
    case 'strategy':
    case 'feature':
      return `Variant ${name}: position ${position} among the weights, sticky on ${stickiness ?? 'default'}.`
    case 'override':
      return `Variant ${name}: an override names this context.`
    case 'no-weight':
      return 'No variant: all weights are 0.'
    case 'no-variants':
    case 'flag-off':
      return null
  }
}
