import type { Promotion } from '../../../src-shared/desktop/promotion.ts'
import { ownValue } from '../../../src-shared/own-value.ts'
import { isEqual } from '../../../src-shared/transfer/scenario/differences.ts'
import type { ScenarioFlag, ScenarioItems } from '../../../src-shared/transfer/schemas/scenario.ts'
import { Turn } from '../../kernel/turn.ts'
import { DEFAULT_PROJECT, differencesAt, environmentsByProject } from './compare-flags.ts'
import { asNewProject, differingSegments, findNeeds, needsInWords } from './promotion-needs.ts'
import type { Exported } from './read-export.ts'

interface Pair<T> {
  from: T
  to: T
}

/** Part of an instance as a scenario for another one, with what has to be known about it. */
export interface PromotionPart {
  items: ScenarioItems
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
  const flags: ScenarioFlag[] = []
  const turn = new Turn()

  for (const name of new Set(names)) {
    await turn.pause()
    const source = sources.get(name)
    if (source === undefined) {
      blockers.add(`${profiles.from} has no flag ${name} any more. Compare again.`)
      continue
    }
    const { project: home = DEFAULT_PROJECT, environments: states = {}, ...rest } = source
    const target = targets.get(name)
    const project = target?.project ?? home
    const asked = Object.entries(states).filter(([environment]) => wanted.has(environment))
    const kept = asked.filter(([environment]) => reachable.get(project)?.has(environment))
    for (const [environment, state] of asked)
      if (!reachable.get(project)?.has(environment) && differencesAt(state).length > 0)
        notes.add(`${environment} is left out: the project ${project} at ${profiles.to} does not have it.`)
    // a flag that is there stays in its project
    flags.push({
      ...rest,
      ...(target === undefined ? { project } : {}),
      environments: Object.fromEntries(kept),
    })
    for (const problem of reviewProblems(source, target, { project, kept: new Map(kept) }))
      blockers.add(problem)
  }
  for (const { name, dependencies = [] } of flags)
    for (const { feature } of dependencies)
      if (!targets.has(feature) && !names.includes(feature))
        blockers.add(`${name} depends on ${feature}, which ${profiles.to} does not have. Choose it, too.`)

  const needs = findNeeds(flags, { from, to })
  for (const segment of differingSegments(flags, { from, to }))
    notes.add(`The segment ${segment} differs at ${profiles.to}, and stays as it is there.`)
  const given = Object.entries(needs).filter(([, items]) => createMissing && items.length > 0)
  return {
    items: { ...Object.fromEntries(given), flags },
    missing: needsInWords(needs),
    blockers: [...blockers],
    notes: [...notes],
  }

  /** An Admin could change all of this without a review, and would not notice. */
  function* reviewProblems(
    source: ScenarioFlag,
    target: ScenarioFlag | undefined,
    { project, kept }: { project: string; kept: ReadonlyMap<string, Parameters<typeof differencesAt>[0]> },
  ): Generator<string> {
    const approvals = to.projects.find(({ id }) => id === project)?.approvals ?? {}
    const reviewed = Object.keys(approvals).filter((name) => (ownValue(approvals, name) ?? null) !== null)
    for (const environment of reviewed)
      if (
        kept.has(environment) &&
        differencesAt(kept.get(environment), ownValue(target?.environments ?? {}, environment)).length > 0
      )
        yield `Changes in ${environment} of ${project} need approval at ${profiles.to}. Leave ${environment} out, and request them there.`
    if (reviewed.length > 0 && !isEqual(source.dependencies ?? [], target?.dependencies ?? []))
      yield `Changes of dependencies in ${project} need approval at ${profiles.to}. Leave ${source.name} out, and request them there.`
  }
}

/** Environments of the projects of an instance, and of those that a promotion may create there. */
function environmentsAfter(from: Exported, to: Exported): ReadonlyMap<string, ReadonlySet<string>> {
  const created = from.projects.map((one) => asNewProject(one, to))
  return new Map([...environmentsByProject({ ...from, projects: created }), ...environmentsByProject(to)])
}
