import { constraintProblem } from '#shared/flags/constraints/validate-constraint.ts'
import type { ScenarioFlag, ScenarioItems } from '#shared/transfer/schemas/scenario.ts'
import { Turn } from '#runtime/turn.ts'

/** Part of a copy that is applied in one transaction. */
export interface Stage {
  items: ScenarioItems
  /** Delete what the lists of the stage do not name. */
  prune?: boolean
  /** Delete what the stage names. */
  remove?: boolean
}

/** Characters of flags in one stage: applied in about a second. */
const MAX_CHARACTERS = 400_000

type Project = NonNullable<ScenarioItems['projects']>[number]
type Field = NonNullable<ScenarioItems['contextFields']>[number]

/**
 * Makes the stages in which items are applied: first what flags name, then the flags, parents before their children, then what names
 * them. Approvals and archived projects come last, since nothing could be changed after them.
 */
export async function* stagesOf(items: ScenarioItems): AsyncGenerator<Stage> {
  const { flags = [], projects, contextFields, ...others } = items
  const { apiTokens, signalEndpoints, actionSets, expect, policies, ...before } = others
  const loose = await looseFields(items)
  const isLoose = ({ name }: Field) => loose.has(name)
  yield {
    items: {
      ...before,
      ...(projects ? { projects: projects.map(openProject) } : {}),
      ...(contextFields
        ? { contextFields: contextFields.map((one) => (isLoose(one) ? { ...one, legalValues: [] } : one)) }
        : {}),
    },
  }
  const hasParents = ({ dependencies = [] }: ScenarioFlag) => dependencies.length > 0
  for (const some of [flags.filter((one) => !hasParents(one)), flags.filter(hasParents)])
    for await (const group of inGroups(some)) yield { items: { flags: group } }
  const after = { apiTokens, signalEndpoints, actionSets, expect }
  for (const [list, all] of Object.entries(after)) if (all) yield { items: { [list]: all } }
  const closing = (projects ?? []).flatMap((one) => closingOf(one) ?? [])
  if (closing.length > 0) yield { items: { projects: closing } }
  const strict = (contextFields ?? []).filter(isLoose)
  if (strict.length > 0) yield { items: { contextFields: strict } }
  // the copy has been made before policies hold for it
  if (policies) yield { items: { policies } }
}

/** Project in which everything can be changed. */
function openProject({ approvals: _approvals, archived: _archived, ...project }: Project): Project {
  return project
}

/** Properties of a project that keep others from being changed; undefined: it has none. */
function closingOf({ id, approvals, archived }: Project): Project | undefined {
  const asks = Object.values(approvals ?? {}).some((one) => one !== null)
  if (!asks && !archived) return undefined
  return { id, ...(asks && approvals ? { approvals } : {}), ...(archived ? { archived } : {}) }
}

/** Finds the context fields whose legal values came later than constraints with other ones. */
async function looseFields({
  flags = [],
  segments = [],
  contextFields = [],
}: ScenarioItems): Promise<ReadonlySet<string>> {
  const turn = new Turn()
  const legal = new Map(
    contextFields.flatMap(({ name, legalValues = [] }) =>
      legalValues.length === 0 ? [] : [[name, new Set(legalValues.map(({ value }) => value))] as const],
    ),
  )
  const loose = new Set<string>()
  const note = (constraints: (typeof segments)[number]['constraints']) => {
    for (const one of constraints) {
      const values = legal.get(one.contextName)
      if (values !== undefined && constraintProblem(one) === null && constraintProblem(one, values) !== null)
        loose.add(one.contextName)
    }
  }
  for (const { constraints } of segments) note(constraints)
  for (const { environments = {} } of flags) {
    for (const { strategies = [] } of Object.values(environments))
      for (const { constraints = [] } of strategies) note(constraints)
    await turn.pause()
  }
  return loose
}

async function* inGroups(flags: readonly ScenarioFlag[]): AsyncGenerator<ScenarioFlag[]> {
  const turn = new Turn()
  let group: ScenarioFlag[] = []
  let length = 0
  for (const flag of flags) {
    const { length: more } = JSON.stringify(flag)
    if (length > 0 && length + more > MAX_CHARACTERS) {
      yield group
      group = []
      length = 0
    }
    group.push(flag)
    length += more
    await turn.pause()
  }
  if (group.length > 0) yield group
}
