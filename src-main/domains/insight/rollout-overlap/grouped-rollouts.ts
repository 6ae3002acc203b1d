import { inSteps } from '#runtime/in-steps.ts'
import { compositeKey } from '#shared/composite-key.ts'
import type { ClientFeature } from '#shared/clients/schemas/client.ts'
import {
  drawOfFeature,
  drawOfStrategy,
  rolloutOf,
  type Draw,
  type Rollout,
} from '#shared/flags/strategies/shared-users.ts'
import type { GroupedRollout } from '#shared/insight/schemas/rollout-overlap.ts'

/** The most rollouts, and the most draws of variants, that are compared within one group. */
const MAX_COMPARED = 1000

/** Draw of variants by a flag. */
export interface GroupedDraw extends Draw {
  project: string
  feature: string
  enabled: boolean
}

/** Everything of a group: rollouts, and draws of variants. */
export interface Group {
  rollouts: GroupedRollout[]
  draws: GroupedDraw[]
  isPartial: boolean
}

/** Rollouts of an environment by their groups. */
export interface GroupedRollouts {
  groups: ReadonlyMap<string, Group>
  rolloutCount: number
}

/**
 * Collects the rollouts of flags by group, or those of one group, in short turns. The first flags count where a group has too
 * many.
 */
export async function groupRollouts(
  features: Iterable<ClientFeature>,
  only: string | undefined,
): Promise<GroupedRollouts> {
  const isAsked = ({ groupId }: Draw) => only === undefined || groupId === only
  const groups = new Map<string, Group>()
  let rolloutCount = 0
  const groupOf = (id: string) => {
    const group = groups.get(id) ?? { rollouts: [], draws: [], isPartial: false }
    groups.set(id, group)
    return group
  }
  await inSteps(features, (feature) => {
    const { project, name, enabled } = feature
    const ofFlag = drawOfFeature(feature)
    const isTyped = feature.type === 'experiment' || ofFlag !== undefined
    const added = new Set<string>()
    for (const strategy of feature.strategies) {
      const rollout = rolloutOf(strategy)
      const draw = drawOfStrategy(strategy)
      if (draw && isAsked(draw)) addDraw(groupOf(draw.groupId), { ...draw, project, feature: name, enabled })
      if (!rollout || !isAsked(rollout)) continue
      rolloutCount += 1
      const isTargeted = strategy.constraints.length > 0 || (strategy.segments ?? []).length > 0
      // strategies that differ by what they target alone are listed once
      const key = compositeKey(rollout.groupId, rollout.stickiness, rollout.percent, String(isTargeted))
      if (added.has(key)) continue
      added.add(key)
      addRollout(groupOf(rollout.groupId), {
        project,
        feature: name,
        enabled,
        stickiness: rollout.stickiness,
        rollout: rollout.percent,
        isTargeted,
        isExperiment: isTyped || draw !== undefined,
      })
    }
    if (ofFlag && isAsked(ofFlag))
      addDraw(groupOf(ofFlag.groupId), { ...ofFlag, project, feature: name, enabled })
  })
  return { groups, rolloutCount }
}

function addRollout(group: Group, added: GroupedRollout): void {
  if (group.rollouts.length < MAX_COMPARED) group.rollouts.push(added)
  else group.isPartial = true
}

/** Several strategies of a flag may draw by the same group: once is enough. */
function addDraw(group: Group, added: GroupedDraw): void {
  const last = group.draws.at(-1)
  if (last?.feature === added.feature && last.stickiness === added.stickiness) return
  if (group.draws.length < MAX_COMPARED) group.draws.push(added)
  else group.isPartial = true
}

/** Reads the rollouts of one flag, each with its group. */
export const rolloutsOf = ({ strategies }: ClientFeature): Rollout[] =>
  strategies.flatMap((strategy) => rolloutOf(strategy) ?? [])
