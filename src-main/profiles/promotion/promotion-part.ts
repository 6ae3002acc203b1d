import type { Promotion } from '#shared/desktop/promotion.ts'
import type {
  ScenarioFlag,
  ScenarioFlagEnvironment,
  ScenarioItems,
} from '#shared/transfer/schemas/scenario.ts'
import { Turn } from '#runtime/turn.ts'
import { DEFAULT_PROJECT, differencesAt, environmentsByProject, isPlanned } from './compare-flags.ts'
import {
  asNewProject,
  differingSegments,
  findNeeds,
  lackingFieldInWords,
  lackingFields,
  needsInWords,
  unknownTypes,
} from './promotion-needs.ts'
import type { Exported } from './read-export.ts'
import { addReviews, reviewsOf, type Review, type ReviewedFlag } from './reviews.ts'
import { constraintProblem } from '#shared/flags/constraints/validate-constraint.ts'
import { ownValue } from '#shared/own-value.ts'
import { isEqual } from '#shared/configuration/equality.ts'

interface Pair<T> {
  from: T
  to: T
}

/** Part of an instance as a scenario for another one, with what has to be known about it. */
export interface PromotionPart {
  items: ScenarioItems
  /** Changes that need approval there: the items leave them out. */
  reviews: Review[]
  missing: string[]
  blockers: string[]
  notes: string[]
}

/** Makes the scenario that promotes chosen flags, with pauses for others. It names nothing else of the other instance. */
export async function promotionPart(
  { from, to }: Pair<Exported>,
  { flags: names, environments, createMissing }: Omit<Promotion, 'from' | 'to'>,
  profiles: Pair<string>,
): Promise<PromotionPart> {
  const sources = new Map(from.flags.map((flag) => [flag.name, flag]))
  const targets = new Map(to.flags.map((flag) => [flag.name, flag]))
  const reachable = environmentsAfter(from, to)
  const wanted = new Set(environments)
  const blockers = new Set<string>()
  const notes = new Set<string>()
  const reviews = new Map<string, Review>()
  const whole: ScenarioFlag[] = []
  const flags: ScenarioFlag[] = []
  const turn = new Turn()

  const chosen = new Set(names)
  for (const name of chosen) {
    await turn.pause()
    const source = sources.get(name)
    const problem = unreadableReason(name, { from, to }, profiles)
    if (source === undefined || problem !== undefined) {
      blockers.add(problem ?? `${profiles.from} has no flag ${name} any more. Compare again.`)
      continue
    }
    const { project: home = DEFAULT_PROJECT, environments: states = {}, ...rest } = source
    const target = targets.get(name)
    const project = target?.project ?? home
    if (to.archivedProjects.has(project))
      blockers.add(`The project ${project} is archived at ${profiles.to}. Revive it there first.`)
    const asked = Object.entries(states).filter(([environment]) => wanted.has(environment))
    const kept = asked.filter(
      ([environment]) => reachable.get(project)?.has(environment) && !isPlanned(to, name, environment),
    )
    for (const note of plannedNotes(name, environments, { from, to }, profiles)) notes.add(note)
    for (const [environment, state] of asked)
      if (!reachable.get(project)?.has(environment) && differencesAt(state).length > 0)
        notes.add(`${environment} is left out: the project ${project} at ${profiles.to} does not have it.`)
    const found = reviewsOf({ name, project, states: kept, source, target }, to)
    addReviews(reviews, project, found)
    if (found.size > 0 && to.archivedFlags.has(name))
      blockers.add(
        `${name} is archived at ${profiles.to}, where its changes need approval. Revive it there first.`,
      )
    for (const [environment, { state }] of found)
      if (state && lacksStrategy(state.after))
        notes.add(
          `${name} is on without an active strategy in ${environment}: applying its change request adds the default one of ${project}.`,
        )
    // a flag that is there stays in its project
    const place = target === undefined ? { project } : {}
    whole.push({ ...rest, ...place, environments: Object.fromEntries(kept) })
    flags.push(leaveOut({ ...rest, ...place }, kept, found))
  }
  for (const { name, dependencies = [] } of whole)
    for (const { feature } of dependencies)
      if (!targets.has(feature) && !to.original?.names.has(feature) && !chosen.has(feature))
        blockers.add(`${name} depends on ${feature}, which ${profiles.to} does not have. Choose it, too.`)

  const needs = findNeeds(whole, { from, to })
  const fieldsAfter = [...to.contextFields, ...needs.contextFields]
  for (const flag of whole) {
    for (const type of unknownTypes(flag, { from, to }))
      blockers.add(`${flag.name} uses the strategy type ${type}, which ${profiles.to} does not have.`)
    for (const problem of constraintProblems(flag, targets.get(flag.name), fieldsAfter))
      blockers.add(`${flag.name} would be refused at ${profiles.to}: ${problem}`)
  }
  for (const [field, count] of lackingFields(whole, { ...to, contextFields: fieldsAfter }))
    notes.add(lackingFieldInWords(field, count, `neither ${profiles.from} nor ${profiles.to} has`))
  for (const segment of differingSegments(whole, { from, to }))
    notes.add(`The segment ${segment} differs at ${profiles.to}, and stays as it is there.`)
  const given = Object.entries(needs).filter(([, items]) => createMissing && items.length > 0)
  return {
    items: { ...Object.fromEntries(given), flags },
    reviews: [...reviews.values()],
    missing: needsInWords(needs),
    blockers: [...blockers],
    notes: [...notes],
  }
}

/** Finds the constraints that an instance would refuse for a flag, in the environments where its strategies change. */
function constraintProblems(
  { environments = {} }: ScenarioFlag,
  target: ScenarioFlag | undefined,
  fields: Exported['contextFields'],
): string[] {
  const legal = new Map(
    fields.flatMap(({ name, legalValues = [] }) =>
      legalValues.length === 0 ? [] : [[name, new Set(legalValues.map(({ value }) => value))] as const],
    ),
  )
  return Object.entries(environments).flatMap(([environment, { strategies = [] }]) => {
    const had = ownValue(target?.environments ?? {}, environment)?.strategies
    if (isEqual(had, strategies)) return []
    const constraints = strategies.flatMap((one) => one.constraints ?? [])
    return constraints.flatMap((one) => {
      const problem = constraintProblem(one, legal.get(one.contextName))
      return problem === null ? [] : [`${problem} (${one.contextName} in ${environment})`]
    })
  })
}

/** Leaves out of a flag what is requested: an Admin could change it without a review, and would not notice. */
function leaveOut(
  { dependencies, ...flag }: ScenarioFlag,
  states: readonly (readonly [string, ScenarioFlagEnvironment])[],
  found: ReadonlyMap<string, ReviewedFlag>,
): ScenarioFlag {
  const asked = [...found.values()]
  return {
    ...flag,
    ...(dependencies === undefined || asked.some((one) => one.dependencies) ? {} : { dependencies }),
    environments: Object.fromEntries(states.filter(([one]) => found.get(one)?.state === undefined)),
  }
}

/** Explains why one of the two instances cannot say what a flag is; undefined: both can. */
function unreadableReason(name: string, { from, to }: Pair<Exported>, profiles: Pair<string>) {
  const [here, there] = [from.original?.unreadable.get(name), to.original?.unreadable.get(name)]
  if (here !== undefined) return `${name} can't be promoted: at ${profiles.from} it can't be read (${here}).`
  return there === undefined
    ? undefined
    : `${name} can't be promoted: at ${profiles.to} it can't be read (${there}).`
}

/** Names the chosen environments in which a flag follows a release plan: such a plan is not promoted, nor its strategies. */
const plannedNotes = (
  name: string,
  environments: readonly string[],
  { from, to }: Pair<Exported>,
  profiles: Pair<string>,
): string[] =>
  environments.flatMap((environment) => {
    const at = [from, to].findIndex((side) => isPlanned(side, name, environment))
    const place = [profiles.from, profiles.to][at]
    return place === undefined
      ? []
      : [`${environment} of ${name} is left out: it follows a release plan at ${place}.`]
  })

const lacksStrategy = ({ enabled = false, strategies = [] }: ScenarioFlagEnvironment): boolean =>
  enabled && strategies.every(({ disabled }) => disabled)

/** Environments of the projects of an instance, and of those that a promotion may create there. */
function environmentsAfter(from: Exported, to: Exported): ReadonlyMap<string, ReadonlySet<string>> {
  const created = from.projects.map((one) => asNewProject(one, to))
  return new Map([...environmentsByProject({ ...from, projects: created }), ...environmentsByProject(to)])
}
