import type {
  ScenarioFlag,
  ScenarioFlagEnvironment,
  ScenarioItems,
} from '#shared/transfer/schemas/scenario.ts'
import { inOrder, LISTS, planList, type PlannedStep } from '#shared/transfer/scenario/plan-scenario.ts'
import { ownValue } from '#shared/own-value.ts'
import { isEqual } from '#shared/configuration/equality.ts'
import { completeScenario } from '#domains/transfer/scenario/complete-scenario.ts'
import { Turn } from '#runtime/turn.ts'
import type { Exported } from '../read-export.ts'
import { refusesFlagVariants, withStrategyVariants } from './flag-variants.ts'

/** Plans what promoted items change at a service, as a Halyard would. */
export async function planOriginal(items: ScenarioItems, to: Exported): Promise<PlannedStep[]> {
  const { projects, contextFields, tagTypes, strategyTypes, segments, flags } = to
  const current: ScenarioItems = { projects, contextFields, tagTypes, strategyTypes, segments, flags }
  const now = withoutEmptyTexts(await completeScenario(current, current))
  const wanted = withoutEmptyTexts(await completeScenario(items, current))
  const turn = new Turn()
  const steps: PlannedStep[] = []
  for (const list of LISTS)
    for (const step of planList<typeof list>(list, now[list] ?? [], wanted[list] ?? [], {
      prune: false,
    })) {
      if (step) steps.push(step)
      await turn.pause()
    }
  return inOrder(steps)
}

/** Such a service stores some empty texts as none, and others the other way round: they are the same here. */
const withoutEmptyTexts = (items: ScenarioItems): ScenarioItems =>
  Object.fromEntries(
    Object.entries(items).map(([list, all]) => [
      list,
      all.map((item: object) =>
        Object.fromEntries(
          Object.entries(item).map(([name, value]) => [name, value === '' ? null : (value as unknown)]),
        ),
      ),
    ]),
  )

/** Items as a service can have them, with a note for each thing that is left out, and a reason for each that it refuses. */
export interface FittingItems {
  items: ScenarioItems
  notes: string[]
  blockers: string[]
}

/** Leaves out what the published contract of a service has no place for. */
export function fitToOriginal(items: ScenarioItems, to: Exported, name: string): FittingItems {
  const notes = new Set<string>()
  const blockers = new Set<string>()
  const projects = items.projects?.map(({ featureNaming, linkTemplates = [], featureLimit, ...project }) => {
    if (featureNaming?.pattern || linkTemplates.length > 0 || featureLimit)
      notes.add(
        `The project ${project.id} is created without its naming pattern, link templates and limit of flags.`,
      )
    return project
  })
  const targets = new Map(to.flags.map((flag) => [flag.name, flag]))
  const flags = items.flags?.map((flag) =>
    fitFlag(flag, targets.get(flag.name), { to, name, notes, blockers }),
  )
  return {
    items: { ...items, ...(projects ? { projects } : {}), ...(flags ? { flags } : {}) },
    notes: [...notes],
    blockers: [...blockers],
  }
}

function fitFlag(
  { links, type, environments = {}, ...flag }: ScenarioFlag,
  target: ScenarioFlag | undefined,
  { to, name, notes, blockers }: Omit<Fitting, 'place'>,
): ScenarioFlag {
  const { original } = to
  const hasLinks = original?.hasLinks ?? true
  if (!hasLinks && links && links.length > 0)
    notes.add(`Links of ${flag.name} are left out: flags at ${name} have none.`)
  const hasType = type !== 'sunset' || Number.parseInt(original?.version ?? '', 10) >= SUNSET_SINCE
  if (!hasType) notes.add(`The type of ${flag.name} is left out: sunset came with version ${SUNSET_SINCE}.`)
  const states = Object.entries(environments).map(([environment, wanted]) => {
    const had = ownValue(target?.environments ?? {}, environment)
    const place = `${flag.name} in ${environment}`
    const { enabled, ...state } = fitVariants(flag, wanted, had, { to, name, place, notes, blockers })
    const isKept = enabled !== true || hasStrategy(state)
    if (!isKept)
      notes.add(
        `${flag.name} is not turned on in ${environment}: it has no active strategy there, and ${name} would add one.`,
      )
    return [environment, isKept && enabled !== undefined ? { enabled, ...state } : state] as const
  })
  return {
    ...flag,
    ...(hasType && type !== undefined ? { type } : {}),
    ...(hasLinks && links ? { links } : {}),
    environments: Object.fromEntries(states),
  }
}

interface Fitting {
  to: Exported
  name: string
  place: string
  notes: Set<string>
  blockers: Set<string>
}

/** Moves the variants of a flag to its strategies where the service takes no others. */
function fitVariants(
  flag: Pick<ScenarioFlag, 'name'>,
  wanted: ScenarioFlagEnvironment,
  { variants: had = [] }: ScenarioFlagEnvironment = {},
  { to, name, place, notes, blockers }: Fitting,
): ScenarioFlagEnvironment {
  const { variants = [], ...rest } = wanted
  if (isEqual(variants, had) || had.length > 0 || !refusesFlagVariants(to)) return wanted
  const moved = withStrategyVariants(flag, wanted)
  if (moved) {
    notes.add(
      `Variants of ${place} become those of its strategies, with the same users: ${name} takes no others.`,
    )
    return moved
  }
  blockers.add(
    `${name} takes variants of strategies only, and those of ${place} cannot be moved there with the same users. Move them to its strategies yourself.`,
  )
  return rest
}

const SUNSET_SINCE = 8

const hasStrategy = ({ strategies = [] }: ScenarioFlagEnvironment): boolean =>
  strategies.some(({ disabled }) => !disabled)
