import type { EnvironmentConfiguration } from '#domains/clients/client-api/client-configuration.ts'
import { inSteps } from '#runtime/in-steps.ts'
import type { ClientFeature } from '#shared/clients/schemas/client.ts'
import { byPosition, isPartial } from '#shared/flags/strategies/shared-users.ts'
import {
  MAX_GROUP_ROLLOUTS,
  MAX_GROUPS,
  MAX_WARNED_FLAGS,
  type GroupedRollout,
  type OverlapWarning,
  type RolloutGroup,
  type RolloutOverlap,
  type RolloutOverlapQuery,
} from '#shared/insight/schemas/rollout-overlap.ts'
import { groupRollouts, type Group } from './grouped-rollouts.ts'

/** Question about the overlap of rollouts, with what the caller may see. */
export interface OverlapScope extends Omit<RolloutOverlapQuery, 'other'> {
  project: string
  hidden: { has(project: string): boolean }
}

/** Groups beyond these are counted, and not sorted. */
const MAX_SORTED = 1000

type OfFlag = Pick<GroupedRollout, 'project' | 'feature'>

/** Finds rollouts that share their users, and experiments that depend on each other. */
export async function findOverlap(
  { features }: EnvironmentConfiguration,
  scope: OverlapScope,
): Promise<Omit<RolloutOverlap, 'pairs' | 'comparison'>> {
  const { groups, rolloutCount } = await groupRollouts(ownFirst(features.values(), scope), scope.groupId)
  const found: (RolloutGroup & { isWarned: boolean })[] = []
  const warnings: OverlapWarning[] = []
  const counts = { groups: 0, warnings: 0 }
  let isCut = false
  const concerns = (list: readonly OfFlag[]) =>
    scope.feature !== undefined
      ? list.some(({ feature }) => feature === scope.feature)
      : scope.groupId !== undefined || list.some(({ project }) => project === scope.project)
  await inSteps(groups, ([groupId, group]) => {
    const warned = warningsOf(groupId, group, concerns)
    for (const warning of warned) {
      counts.warnings += 1
      if (warnings.length < MAX_GROUPS) warnings.push(warning)
    }
    for (const rollouts of byPosition(group.rollouts)) {
      if (flagsOf(rollouts).length < (scope.groupId === undefined ? 2 : 1) || !concerns(rollouts)) continue
      counts.groups += 1
      isCut ||= group.isPartial
      if (found.length >= MAX_SORTED) continue
      found.push({
        groupId,
        rollouts: rollouts.sort(byShare).slice(0, MAX_GROUP_ROLLOUTS),
        rolloutCount: rollouts.length,
        isWarned: warned.length > 0,
      })
    }
  })
  found.sort(
    (a, b) =>
      Number(b.isWarned) - Number(a.isWarned) ||
      b.rolloutCount - a.rolloutCount ||
      (a.groupId < b.groupId ? -1 : 1),
  )
  return {
    environment: scope.environment,
    groups: found.slice(0, MAX_GROUPS).map(({ isWarned: _, ...group }) => group),
    groupCount: counts.groups,
    warnings,
    warningCount: counts.warnings,
    rolloutCount,
    isPartial: isCut,
  }
}

/** Flags of the project, then the others: where a group has too many, the project's own are there. */
function* ownFirst(
  all: Iterable<{ feature: ClientFeature }>,
  { project, hidden }: OverlapScope,
): Generator<ClientFeature> {
  const others: ClientFeature[] = []
  for (const { feature } of all) {
    if (feature.project === project) yield feature
    else if (!hidden.has(feature.project)) others.push(feature)
  }
  yield* others
}

/** Warns of experiments that depend on each other: by who is in, and by which variant they get. */
function warningsOf(
  groupId: string,
  { rollouts, draws }: Group,
  concerns: (list: readonly OfFlag[]) => boolean,
): OverlapWarning[] {
  const experiments = rollouts.filter(
    (one) => one.enabled && one.isExperiment && isPartial({ percent: one.rollout }),
  )
  const warned = (
    rule: OverlapWarning['rule'],
    list: readonly (OfFlag & { stickiness: string })[],
  ): OverlapWarning[] => {
    const names = flagsOf(list)
    if (names.length < 2 || !concerns(list)) return []
    return [
      {
        rule,
        groupId,
        flags: names.slice(0, MAX_WARNED_FLAGS),
        flagCount: names.length,
        message: `${listed(names)} are not independent: ${WORDS[rule](sharedStickiness(list))}.`,
        change: `Give each its own group ID, such as its name. This moves its users: do it before the experiment starts.`,
      },
    ]
  }
  return [
    ...byPosition(experiments).flatMap((list) => warned('same-users', list)),
    ...byPosition(draws.filter(({ enabled }) => enabled)).flatMap((list) => warned('same-variants', list)),
  ]
}

type NamedFlag = OverlapWarning['flags'][number]

const NAMED = 3
const listed = (flags: readonly NamedFlag[]) => {
  const names = flags.slice(0, flags.length > NAMED ? NAMED - 1 : NAMED).map(({ name }) => name)
  const rest = flags.length - names.length
  const last = rest > 0 ? `${rest} more` : (names.pop() ?? '')
  return `${names.join(', ')} and ${last}`
}

/** `default` is userId for some users, and sessionId for others. */
const sharedStickiness = (list: readonly { stickiness: string }[]) =>
  new Set(list.map((one) => one.stickiness)).size === 1
    ? 'the same group and stickiness'
    : 'the same group, and for some users the same stickiness'

const WORDS = {
  'same-users': (shared: string) => `they have ${shared}, so the same users are in all of them first`,
  'same-variants': (shared: string) =>
    `they draw their variants by ${shared}, so the variant of one decides that of the others`,
} as const satisfies Record<OverlapWarning['rule'], (shared: string) => string>

/** Lists the flags of a list, each once, by name. */
function flagsOf(list: readonly OfFlag[]): NamedFlag[] {
  const flags = new Map(list.map(({ project, feature }) => [feature, { project, name: feature }]))
  return [...flags.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

const byShare = (a: GroupedRollout, b: GroupedRollout) =>
  b.rollout - a.rollout || (a.feature < b.feature ? -1 : 1)
