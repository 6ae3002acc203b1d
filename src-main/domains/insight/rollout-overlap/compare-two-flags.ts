import type { ClientFeature } from '#shared/clients/schemas/client.ts'
import { comparedStrategies, shareOfFlags } from '#shared/flags/strategies/compare-flags.ts'
import { sharedPosition, shareOfBoth, type Rollout } from '#shared/flags/strategies/shared-users.ts'
import type { FlagComparison, RolloutOverlap } from '#shared/insight/schemas/rollout-overlap.ts'
import { rolloutsOf } from './grouped-rollouts.ts'

/** Compares each rollout of a flag with each one of another flag. */
export function compareFlags(one: ClientFeature, other: ClientFeature): RolloutOverlap['pairs'] {
  const others = rolloutsOf(other)
  const named = ({ name }: ClientFeature, { percent, ...rollout }: Rollout) => ({
    feature: name,
    ...rollout,
    rollout: percent,
  })
  return rolloutsOf(one).flatMap((a) =>
    others.map((b) => ({
      rollouts: [named(one, a), named(other, b)] as [ReturnType<typeof named>, ReturnType<typeof named>],
      samePosition: sharedPosition(a, b),
      ...shareOfBoth(a, b),
    })),
  )
}

/** Compares two flags as a whole: the share of users in both, in one, and in neither. */
export function compareShares(one: ClientFeature, other: ClientFeature): FlagComparison {
  const unknown = [one, other].flatMap((flag) => {
    const kinds = comparedStrategies(flag).unknown
    return kinds.length > 0
      ? `${flag.name} has a strategy of the kind ${kinds.slice(0, NAMED).join(', ')}`
      : []
  })
  return {
    flags: [facts(one), facts(other)],
    shares: unknown.length > 0 ? [] : shareOfFlags(one, other),
    unknown:
      unknown.length > 0
        ? `${unknown.join(', and ')}: the share of users that it lets in is not known from a hash.`
        : null,
  }
}

/** Kinds of strategies that are named. */
const NAMED = 3

function facts(flag: ClientFeature): FlagComparison['flags'][number] {
  const { project, name, enabled, dependencies = [] } = flag
  const { isTargeted, leftOut } = comparedStrategies(flag)
  return { project, name, enabled, isTargeted, leftOut, hasParents: dependencies.length > 0 }
}
