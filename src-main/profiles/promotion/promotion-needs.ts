import type { ScenarioFlag, ScenarioItems } from '../../../src-shared/transfer/schemas/scenario.ts'
import { isEqual } from '../../../src-shared/transfer/scenario/differences.ts'
import type { Exported } from './read-export.ts'

type Lists = Omit<Exported, 'archivedFlags' | 'archivedProjects' | 'original'>
type Item<List extends keyof Lists> = Lists[List][number]

/** Items that promoted flags name and the other instance lacks, as it should create them. */
export type Needs = Required<Pick<ScenarioItems, 'projects' | 'tagTypes' | 'segments'>>

interface Sides {
  from: Exported
  to: Exported
}

/** Finds what flags need at the other instance: their tag types, their segments, and the projects of new ones. */
export function findNeeds(flags: readonly ScenarioFlag[], sides: Sides): Needs {
  const { from, to } = sides
  const segments = lacking(from.segments, to.segments, segmentsOf(flags), ({ name }) => name)
  const tagTypes = flags.flatMap(({ tags = [] }) => tags.map(({ type }) => type))
  const projects = [...flags, ...segments].flatMap(({ project }) => project ?? [])
  return {
    projects: lacking(from.projects, to.projects, new Set(projects), ({ id }) => id).map((one) =>
      asNewProject(one, to),
    ),
    tagTypes: lacking(from.tagTypes, to.tagTypes, new Set(tagTypes), ({ name }) => name),
    segments,
  }
}

/** Names the segments of flags that both instances have, with different constraints. */
export function differingSegments(flags: readonly ScenarioFlag[], { from, to }: Sides): string[] {
  const there = new Map(to.segments.map(({ name, constraints }) => [name, constraints]))
  const used = segmentsOf(flags)
  return from.segments.flatMap(({ name, constraints }) =>
    used.has(name) && there.has(name) && !isEqual(there.get(name), constraints) ? [name] : [],
  )
}

/** Names what is lacking. */
export const needsInWords = ({ projects, tagTypes, segments }: Needs): string[] => [
  ...projects.map(({ id }) => `the project ${id}`),
  ...tagTypes.map(({ name }) => `the tag type ${name}`),
  ...segments.map(({ name }) => `the segment ${name}`),
]

const segmentsOf = (flags: readonly ScenarioFlag[]): ReadonlySet<string> =>
  new Set(
    flags.flatMap(({ environments = {} }) =>
      Object.values(environments).flatMap(({ strategies = [] }) =>
        strategies.flatMap(({ segments = [] }) => segments),
      ),
    ),
  )

function lacking<T>(
  here: readonly T[],
  there: readonly T[],
  used: ReadonlySet<string>,
  keyOf: (item: T) => string,
): T[] {
  const existing = new Set(there.map(keyOf))
  return here.filter((item) => used.has(keyOf(item)) && !existing.has(keyOf(item)))
}

/** Leaves out members, approvals and default strategies of a project: the other instance decides about them. */
export function asNewProject(project: Item<'projects'>, to: Exported): Item<'projects'> {
  const {
    access: _people,
    approvals: _reviews,
    defaultStrategies: _defaults,
    environments = [],
    ...settings
  } = project
  const existing = new Set(to.environments.map(({ name }) => name))
  return { ...settings, environments: environments.filter((name) => existing.has(name)) }
}
