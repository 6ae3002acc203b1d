import type { ScenarioFlag, ScenarioFlagEnvironment } from '#shared/transfer/schemas/scenario.ts'
import type { Exported } from '../read-export.ts'

/** Checks whether an instance takes no variants of a flag in an environment that has none yet. */
export const refusesFlagVariants = ({ original }: Exported): boolean => original?.takesFlagVariants === false

/**
 * Moves the variants of a flag to its strategies. Undefined if users could then get other ones: SDKs choose a variant of a flag
 * by its name, and one of a strategy by the group of the strategy.
 */
export function withStrategyVariants(
  { name }: Pick<ScenarioFlag, 'name'>,
  { variants = [], strategies = [], ...state }: ScenarioFlagEnvironment,
): ScenarioFlagEnvironment | undefined {
  const isSame =
    strategies.length > 0 &&
    variants.every(({ overrides = [] }) => overrides.length === 0) &&
    strategies.every(
      (one) =>
        one.name === 'flexibleRollout' &&
        (one.variants ?? []).length === 0 &&
        (one.parameters?.['groupId'] ?? name) === name,
    )
  if (!isSame) return undefined
  const moved = variants.map(
    ({ overrides: _none, weightType = 'variable', stickiness = 'default', ...one }) => ({
      ...one,
      weightType,
      stickiness,
    }),
  )
  return { ...state, strategies: strategies.map((one) => ({ ...one, variants: moved })), variants: [] }
}
