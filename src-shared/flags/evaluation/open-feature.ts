import type { EvaluatedFeature, EvaluatedStrategy } from './model.ts'
import type { Evaluation, OpenFeatureReason, RemoteReason } from './result.ts'

/** The reason of an evaluation in OpenFeature's names (open-feature/spec, "Resolution details"). */
export function openFeatureReason(
  evaluation: Evaluation,
  feature: EvaluatedFeature | undefined,
): OpenFeatureReason {
  switch (evaluation.reason) {
    case 'unknown-flag':
      return 'ERROR'
    case 'disabled':
      return 'DISABLED'
    case 'no-strategies':
      return 'STATIC'
    case 'no-strategy-matched':
    case 'parent-unusable':
    case 'parent-off':
    case 'parent-on':
    case 'parent-variant':
      return 'DEFAULT'
    case 'strategy-matched':
    case 'default-strategy-matched':
      return reasonOf(feature?.strategies[evaluation.strategyIndex ?? -1])
  }
}

/**
 * The reason in the names of the remote evaluation protocol, which has no DEFAULT: a flag that is off for a context is named
 * by the rules that decided so.
 */
export function remoteReason(evaluation: Evaluation, feature: EvaluatedFeature): RemoteReason {
  const reason = openFeatureReason(evaluation, feature)
  if (reason === 'ERROR') return 'UNKNOWN'
  if (reason !== 'DEFAULT') return reason
  if (evaluation.reason !== 'no-strategy-matched') return 'TARGETING_MATCH'
  const rules = feature.strategies.filter(({ disabled }) => !disabled).map(reasonOf)
  return rules.includes('TARGETING_MATCH') ? 'TARGETING_MATCH' : 'SPLIT'
}

function reasonOf(strategy: EvaluatedStrategy | undefined): OpenFeatureReason {
  if (!strategy) return 'STATIC'
  const { name, parameters = {}, constraints = [], segments = [], variants = [] } = strategy
  if (constraints.length > 0 || segments.length > 0 || !['default', 'flexibleRollout'].includes(name))
    return 'TARGETING_MATCH'
  if (variants.length > 1 || (name === 'flexibleRollout' && Number(parameters['rollout']) < 100))
    return 'SPLIT'
  return 'STATIC'
}
