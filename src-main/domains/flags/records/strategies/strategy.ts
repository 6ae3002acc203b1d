import type { Constraint } from '../../../../../src-shared/flags/schemas/constraint.ts'
import type { Strategy, UpdateStrategy } from '../../../../../src-shared/flags/schemas/strategy.ts'
import {
  normaliseWeights,
  variantsProblem,
} from '../../../../../src-shared/flags/variants/normalise-weights.ts'
import type { PlacedStrategy } from '../features/feature-strategies.store.ts'

/**
 * Adds `values` to every constraint: SDKs need them even if the operator uses `value`
 * (docs/contract/flags.md#constraints).
 */
export function toConstraints(drafts: UpdateStrategy['constraints']): Constraint[] {
  return (drafts ?? []).map((draft) => ({ ...draft, values: draft.values ?? [] }))
}

/**
 * A gradual rollout says who, how many and by which field; what is not said has a default
 * (docs/contract/flags.md#strategies).
 */
export function completeParameters(
  name: string,
  parameters: Record<string, string>,
  { flag, stickiness }: { flag: string; stickiness: string },
): Record<string, string> {
  if (name !== 'flexibleRollout') return parameters
  const { groupId = '', ...others } = parameters
  // an empty group is none: it would share its users among all flags that have it
  return { groupId: groupId === '' ? flag : groupId, rollout: '100', stickiness, ...others }
}

/** Variants with their weights shared out; a set that cannot be shared is left for the rules to refuse. */
export function toVariants(drafts: UpdateStrategy['variants']): Strategy['variants'] {
  const variants = (drafts ?? []) as Strategy['variants']
  return variantsProblem(variants) === null ? normaliseWeights(variants) : variants
}

/** The contract's form of one strategy. */
export function toStrategy({
  featureName: _f,
  environment: _e,
  milestoneId: _m,
  ...strategy
}: PlacedStrategy): Strategy {
  return strategy
}
