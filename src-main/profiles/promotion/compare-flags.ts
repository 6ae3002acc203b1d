import {
  ENVIRONMENT_PROPERTIES,
  WHOLE_PROPERTIES,
  type ComparedFlag,
  type FlagDifference,
  type ProfileComparison,
} from '#shared/desktop/promotion.ts'
import { ownValue } from '#shared/own-value.ts'
import { isEqual } from '#shared/configuration/equality.ts'
import type { ScenarioFlag, ScenarioFlagEnvironment } from '#shared/transfer/schemas/scenario.ts'
import { inSteps } from '#runtime/in-steps.ts'
import { refusesFlagVariants, withStrategyVariants } from './original/flag-variants.ts'
import { lackingFieldInWords, lackingFields } from './promotion-needs.ts'
import type { Exported } from './read-export.ts'

export const DEFAULT_PROJECT = 'default'
const NEW_THERE: Required<ScenarioFlagEnvironment> = { enabled: false, strategies: [], variants: [] }

/** Finds the properties in which a flag differs in an environment. */
export const differencesAt = (one: ScenarioFlagEnvironment = {}, other: ScenarioFlagEnvironment = {}) =>
  ENVIRONMENT_PROPERTIES.filter(
    (property) => !isEqual(one[property] ?? NEW_THERE[property], other[property] ?? NEW_THERE[property]),
  )

/** The same between two instances, one of which takes no variants of flags: those of strategies then stand for them. */
function differencesBetween(
  flag: ScenarioFlag,
  one: ScenarioFlagEnvironment = {},
  other: ScenarioFlagEnvironment = {},
): ReturnType<typeof differencesAt> {
  const found = differencesAt(one, other)
  const moved = found.includes('variants') ? withoutFlagVariants(flag, one, other) : undefined
  return moved ? differencesAt(...moved) : found
}

function withoutFlagVariants(
  flag: ScenarioFlag,
  one: ScenarioFlagEnvironment,
  other: ScenarioFlagEnvironment,
): [ScenarioFlagEnvironment, ScenarioFlagEnvironment] | undefined {
  const isOne = (one.variants ?? []).length > 0
  if (isOne === (other.variants ?? []).length > 0) return undefined
  const moved = withStrategyVariants(flag, isOne ? one : other)
  return moved && (isOne ? [moved, other] : [one, moved])
}

/** Finds what differs in a flag that two profiles have, in the environments that a promotion could change. */
export function flagDifferences(
  source: ScenarioFlag,
  target: ScenarioFlag,
  { reachable, movesVariants }: { reachable: ReadonlySet<string>; movesVariants: boolean },
): FlagDifference[] {
  const compare = movesVariants ? differencesBetween.bind(undefined, source) : differencesAt
  const environments = Object.entries(source.environments ?? {}).filter(([name]) => reachable.has(name))
  // a service of a former version has no links
  const both = WHOLE_PROPERTIES.filter(
    (property) => property !== 'links' || (source.links !== undefined && target.links !== undefined),
  )
  return [
    ...both
      // an empty description is none, as other services store it
      .filter((property) => !isEqual(source[property] || null, target[property] || null))
      .map((property) => ({ property })),
    ...environments.flatMap(([environment, at]) =>
      compare(at, ownValue(target.environments ?? {}, environment)).map((property) => ({
        property,
        environment,
      })),
    ),
  ]
}

/** Environments of each project of an instance. */
export const environmentsByProject = ({ projects }: Exported): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(projects.map(({ id, environments = [] }) => [id, new Set(environments)]))

/** Compares the flags of two instances by name, with pauses for others. */
export async function compareFlags(
  from: Exported,
  to: Exported,
  profiles: { from: string; to: string },
): Promise<ProfileComparison> {
  const flags: ComparedFlag[] = []
  let equal = 0
  const targets = new Map(to.flags.map((flag) => [flag.name, flag]))
  const reachable = environmentsByProject(to)
  const movesVariants = refusesFlagVariants(from) || refusesFlagVariants(to)
  await inSteps(from.flags, (source) => {
    const { name, project = DEFAULT_PROJECT } = source
    const target = targets.get(name)
    targets.delete(name)
    if (isUnreadable(to, name)) return
    if (target === undefined) {
      flags.push({ name, project, place: 'from', differences: [] })
      return
    }
    const place = target.project ?? DEFAULT_PROJECT
    const there = [...(reachable.get(place) ?? [])]
    const compared = there.filter((one) => !isPlanned(from, name, one) && !isPlanned(to, name, one))
    const differences = flagDifferences(source, target, { reachable: new Set(compared), movesVariants })
    if (differences.length === 0) equal += 1
    else flags.push({ name, project: place, place: 'both', differences })
  })
  for (const { name, project = DEFAULT_PROJECT } of targets.values())
    if (!isUnreadable(from, name)) flags.push({ name, project, place: 'to', differences: [] })
  const there = new Set(to.environments.map(({ name }) => name))
  return {
    flags,
    equal,
    notes: [
      ...unreadableNotes(from, profiles.from),
      ...unreadableNotes(to, profiles.to),
      ...[...lackingFields(from.flags, to)].map(([field, flags]) =>
        lackingFieldInWords(field, flags, `${profiles.to} does not have`),
      ),
    ],
    environments: from.environments.map(({ name }) => name).filter((name) => there.has(name)),
  }
}

/** Checks whether a flag follows a release plan in an environment: what it does there is not its own. */
export const isPlanned = ({ original }: Exported, name: string, environment: string): boolean =>
  original?.planned.get(name)?.has(environment) ?? false

const isUnreadable = ({ original }: Exported, name: string): boolean =>
  original?.unreadable.has(name) ?? false

const unreadableNotes = ({ original }: Exported, profile: string): string[] =>
  [...(original?.unreadable ?? [])].map(
    ([name, reason]) => `${name} is left out: at ${profile} it can't be read (${reason}).`,
  )
