import type { Constraint } from '#shared/flags/schemas/constraint.ts'
import type { Strategy, UpdateStrategy } from '#shared/flags/schemas/strategy.ts'
import { normaliseWeights, variantsProblem } from '#shared/flags/variants/normalise-weights.ts'
import type { PlacedStrategy } from '../features/feature-strategies.store.ts'

/**
 * Adds `values` to every constraint: SDKs need them even if the operator uses `value`
 * (docs/contract/flags.md#constraints).
 */
export function toConstraints(drafts: UpdateStrategy['constraints']): Constraint[] {
  return (drafts ?? []).map((draft) => ({ ...draft, values: draft.values ?? [] }))
}

/**
 * Fills in the missing parameters of a gradual rollout with their defaults
 * (docs/contract/flags.md#strategies).
 */
export function completeParameters(
  name: string,
  parameters: Record<string, string>,
  { flag, stickiness }: { flag: string; stickiness: string },
): Record<string, string> {
  if (name !== 'flexibleRollout') return parameters
  const { groupId = '', ...others } = parameters
  // store no empty group: all flags with it would share their users
  return { groupId: groupId === '' ? flag : groupId, rollout: '100', stickiness, ...others }
}

/**
 * Distributes the weights of variants. A set that cannot be distributed is left as is, and the rules reject
 * it.
 */
export function toVariants(drafts: UpdateStrategy['variants']): Strategy['variants'] {
  const variants = (drafts ?? []) as Strategy['variants']
  return variantsProblem(variants) === null ? normaliseWeights(variants) : variants
}

/** Builds a strategy as in the contract. */
export function toStrategy({
  featureName: _f,
  environment: _e,
  milestoneId: _m,
  ...strategy
}: PlacedStrategy): Strategy {
  return strategy
}
