import { getRolloutOverlap } from '#shared/insight/contract/rollout-overlap.ts'
import type { GroupedRollout, RolloutOverlapQuery } from '#shared/insight/schemas/rollout-overlap.ts'
import { sharedPosition, shareOfBoth, type Rollout } from '#shared/flags/strategies/shared-users.ts'
import { api } from '#lib/api.ts'
import { keys } from '#lib/queries.ts'
import { isOffered } from '#lib/rights.svelte.ts'

/** Query of rollouts that share their users. Below the search's key: a change of any flag reads it again. */
export const overlapQuery = (projectId: string, asked: RolloutOverlapQuery) => ({
  queryKey: [...keys.search, 'rollout-overlap', projectId, JSON.stringify(asked)],
  queryFn: () => api.getRolloutOverlap.query({ params: { projectId }, query: asked }),
  enabled: isOffered(getRolloutOverlap) && projectId !== '' && asked.environment !== '',
})

/** Rollout of another flag that shares users with one that is edited. */
export interface Neighbour extends GroupedRollout {
  /** Percent of users in both. */
  both: number
  /** Users for whom that is so. */
  holdsFor: string
}

const HOLDS_FOR = {
  everybody: '',
  'with-user-id': ' of users with a user ID',
  'without-user-id': ' of sessions without a user ID',
  nobody: '',
} as const

/** Finds the rollouts of other flags that share users with a rollout, the largest share first. */
export function neighboursOf(
  rollout: Rollout,
  featureName: string,
  rollouts: readonly GroupedRollout[],
): Neighbour[] {
  return rollouts
    .filter(({ feature }) => feature !== featureName)
    .flatMap((one) => {
      const other = { groupId: rollout.groupId, stickiness: one.stickiness, percent: one.rollout }
      const shared = sharedPosition(rollout, other)
      if (shared === 'nobody') return []
      return [{ ...one, both: shareOfBoth(rollout, other).percent, holdsFor: HOLDS_FOR[shared] }]
    })
    .sort((a, b) => b.both - a.both || (a.feature < b.feature ? -1 : 1))
}

/** Computes the percent of users who are in all flags of a group: that of the flag that lets the fewest in. */
export function inAllOf(rollouts: readonly GroupedRollout[]): number {
  const most = new Map<string, number>()
  for (const { feature, rollout } of rollouts) most.set(feature, Math.max(most.get(feature) ?? 0, rollout))
  return Math.min(...most.values())
}

/** Chooses two flags of a group to compare, the first one of the project; undefined: there are no two. */
export function pairOf(rollouts: readonly GroupedRollout[], projectId: string): [string, string] | undefined {
  const first = rollouts.find(({ project }) => project === projectId)?.feature
  const second = rollouts.find(({ feature }) => feature !== first)?.feature
  return first === undefined || second === undefined ? undefined : [first, second]
}

/** Address of a comparison: of a flag of a project, with another one if it is named. */
export function comparisonLink(
  projectId: string,
  environment: string | undefined,
  [flag, other]: readonly [string, string?],
): string {
  const query = new URLSearchParams({
    ...(environment === undefined ? {} : { environment }),
    flag,
    ...(other === undefined ? {} : { with: other }),
  })
  return `#/projects/${projectId}/insights?${query}`
}
