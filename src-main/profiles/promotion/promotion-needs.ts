import type { ScenarioFlag, ScenarioItems } from '#shared/transfer/schemas/scenario.ts'
import { keyOf } from '#shared/transfer/scenario/item-keys.ts'
import { isEqual } from '#shared/configuration/equality.ts'
import type { Exported } from './read-export.ts'
import { fieldsOf, fieldsOfSegment, segmentsOf, typesOf } from '#domains/transfer/scenario/used-fields.ts'

type Lists = Omit<Exported, 'archivedFlags' | 'archivedProjects' | 'original'>
type Item<List extends keyof Lists> = Lists[List][number]

/** Items that promoted flags name and the other instance lacks, as it should create them. */
export type Needs = Required<
  Pick<ScenarioItems, 'projects' | 'contextFields' | 'tagTypes' | 'strategyTypes' | 'segments'>
>

interface ComparedExports {
  from: Exported
  to: Exported
}

/** Finds what flags need at the other instance: everything that they name, and the projects of new ones. */
export function findNeeds(flags: readonly ScenarioFlag[], sides: ComparedExports): Needs {
  const segments = lacking('segments', sides, flags.flatMap(segmentsOf))
  const fields = [...flags.flatMap(fieldsOf), ...segments.flatMap(fieldsOfSegment)]
  const contextFields = lacking('contextFields', sides, fields)
  const tagTypes = flags.flatMap(({ tags = [] }) => tags.map(({ type }) => type))
  const projects = [...flags, ...segments, ...contextFields].flatMap(({ project }) => project ?? [])
  return {
    projects: lacking('projects', sides, projects).map((one) => asNewProject(one, sides.to)),
    contextFields,
    tagTypes: lacking('tagTypes', sides, tagTypes),
    strategyTypes: lacking('strategyTypes', sides, flags.flatMap(typesOf)),
    segments,
  }
}

/** Names the strategy types of a flag that neither instance has: no SDK gets a strategy of another type. */
export const unknownTypes = (flag: ScenarioFlag, { from, to }: ComparedExports): string[] => {
  const known = new Set([...from.strategyTypes, ...to.strategyTypes].map(({ name }) => name))
  return typesOf(flag).filter((one) => !known.has(one))
}

/** Numbers of flags that name a context field which an instance lacks, by the name of the field. */
export function lackingFields(
  flags: readonly ScenarioFlag[],
  { contextFields }: Exported,
): ReadonlyMap<string, number> {
  const known = new Set(contextFields.map(({ name }) => name))
  const counts = new Map<string, number>()
  for (const name of flags.flatMap(fieldsOf))
    if (!known.has(name)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** Says that flags name a context field which some instance does not have. */
export const lackingFieldInWords = (field: string, flags: number, whoLacksIt: string): string =>
  `${flags === 1 ? 'One flag names' : `${flags} flags name`} the context field ${field}, which ${whoLacksIt}.`

/** Names the segments of flags that both instances have, with different constraints. */
export function differingSegments(flags: readonly ScenarioFlag[], { from, to }: ComparedExports): string[] {
  const there = new Map(to.segments.map(({ name, constraints }) => [name, constraints]))
  const used = new Set(flags.flatMap(segmentsOf))
  return from.segments.flatMap(({ name, constraints }) =>
    used.has(name) && there.has(name) && !isEqual(there.get(name), constraints) ? [name] : [],
  )
}

/** Names what is lacking. */
export const needsInWords = ({
  projects,
  contextFields,
  tagTypes,
  strategyTypes,
  segments,
}: Needs): string[] => [
  ...projects.map(({ id }) => `the project ${id}`),
  ...contextFields.map(({ name }) => `the context field ${name}`),
  ...tagTypes.map(({ name }) => `the tag type ${name}`),
  ...strategyTypes.map(({ name }) => `the strategy type ${name}`),
  ...segments.map(({ name }) => `the segment ${name}`),
]

function lacking<List extends keyof Needs>(
  list: List,
  { from, to }: ComparedExports,
  used: readonly string[],
): Needs[List] {
  const nameOf = (item: Needs[List][number]) => keyOf<List>(list, item)
  const existing = new Set(to[list].map(nameOf))
  const wanted = new Set(used)
  return from[list].filter((item) => wanted.has(nameOf(item)) && !existing.has(nameOf(item))) as Needs[List]
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
