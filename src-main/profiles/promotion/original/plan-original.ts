import type { ScenarioFlag, ScenarioItems } from '../../../../src-shared/transfer/schemas/scenario.ts'
import {
  inOrder,
  LISTS,
  planList,
  type PlannedStep,
} from '../../../../src-shared/transfer/scenario/plan-scenario.ts'
import { completeScenario } from '../../../domains/transfer/records/scenario/complete-scenario.ts'
import { Turn } from '../../../kernel/turn.ts'
import type { AtEnvironment } from '../compare-flags.ts'
import type { Exported } from '../read-export.ts'

/** Plans what promoted items change at a service, as a Halyard would. */
export async function planOriginal(items: ScenarioItems, to: Exported): Promise<PlannedStep[]> {
  const { projects, tagTypes, segments, flags } = to
  const current: ScenarioItems = { projects, tagTypes, segments, flags }
  const now = await completeScenario(current, current)
  const wanted = await completeScenario(items, current)
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

/** Items as a service can have them, with a note for each thing that is left out. */
export interface FittingItems {
  items: ScenarioItems
  notes: string[]
}

/** Leaves out what the published contract of a service has no place for. */
export function fitToOriginal(items: ScenarioItems, to: Exported, name: string): FittingItems {
  const notes = new Set<string>()
  const projects = items.projects?.map(({ featureNaming, linkTemplates = [], featureLimit, ...project }) => {
    if (featureNaming?.pattern || linkTemplates.length > 0 || featureLimit)
      notes.add(
        `The project ${project.id} is created without its naming pattern, link templates and limit of flags.`,
      )
    return project
  })
  const flags = items.flags?.map((flag) => fitFlag(flag, to, { name, notes }))
  return {
    items: { ...items, ...(projects ? { projects } : {}), ...(flags ? { flags } : {}) },
    notes: [...notes],
  }
}

function fitFlag(
  { links, type, environments = {}, ...flag }: ScenarioFlag,
  { original }: Exported,
  { name, notes }: { name: string; notes: Set<string> },
): ScenarioFlag {
  const hasLinks = original?.hasLinks ?? true
  if (!hasLinks && links && links.length > 0)
    notes.add(`Links of ${flag.name} are left out: flags at ${name} have none.`)
  const hasType = type !== 'sunset' || Number.parseInt(original?.version ?? '', 10) >= SUNSET_SINCE
  if (!hasType) notes.add(`The type of ${flag.name} is left out: sunset came with version ${SUNSET_SINCE}.`)
  const states = Object.entries(environments).map(([environment, { enabled, ...state }]) => {
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

const SUNSET_SINCE = 8

const hasStrategy = ({ strategies = [] }: AtEnvironment): boolean =>
  strategies.some(({ disabled }) => !disabled)
