import type { z } from 'zod'

import type {
  ScenarioFile,
  ScenarioItems,
  ScenarioList,
  ScenarioPlan,
} from '#shared/transfer/schemas/scenario.ts'
import {
  inOrder,
  LISTS,
  planList,
  planRemoval,
  toStep,
  type PlannedStep,
} from '#shared/transfer/scenario/plan-scenario.ts'
import { Turn } from '#runtime/turn.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import type { TokenDirectory } from '#domains/access/api-tokens/token-directory.ts'
import { checkReferences } from './check-references.ts'
import { completeScenario } from './complete-scenario.ts'
import { maskFaults } from './integrations.ts'
import { readScenarioFile, type ReadScenario } from './read-scenario-file.ts'
import { readScenario, type CurrentScenario } from './read-scenario.ts'
import { readFlagNames } from './scenario-names.read-model.ts'
import { scenarioError } from './scenario-fault.ts'

/** Plan of a file, with the state that it was made for. */
export interface FilePlan {
  steps: PlannedStep[]
  current: CurrentScenario
}

type File = z.output<typeof ScenarioFile>

/** Reads a file and plans what it asks for. Throws with every fault of the file. */
export async function planFile(
  context: Pick<QueryContext, 'visible' | 'caller'>,
  tokens: TokenDirectory,
  file: File,
  { isCompared = false } = {},
): Promise<FilePlan & { read: ReadScenario }> {
  const read = await readScenarioFile(file)
  const way = { ...wayOf(file, read), isCompared }
  return { ...(await planRead(context, tokens, read, way)), read }
}

/** Way to use a file: whether what it does not name is deleted, or what it names. */
interface PlanMode {
  prune: boolean
  remove: boolean
  /** The plan is not to be performed: masks may stand for nothing. */
  isCompared?: boolean
}

export const wayOf = ({ prune, remove = false }: File, { scenario }: ReadScenario): PlanMode => ({
  prune: !remove && (prune ?? scenario.prune ?? false),
  remove,
})

/** Plans a scenario that has been read. */
export async function planRead(
  { visible, caller }: Pick<QueryContext, 'visible' | 'caller'>,
  tokens: TokenDirectory,
  { scenario, file, document }: ReadScenario,
  { prune, remove, isCompared = false }: PlanMode,
): Promise<FilePlan> {
  const { flags } = scenario
  const lists = LISTS.filter((list) => scenario[list] !== undefined || list === 'projects')
  const current = await readScenario(visible, tokens, {
    lists,
    ...(prune || flags === undefined ? {} : { flags: flags.map(({ name }) => name) }),
  })
  const faults = [
    ...checkReferences(scenario, current, scenario.expect ? await readFlagNames(visible) : []),
    ...(remove || isCompared ? [] : maskFaults(scenario, current.items.integrations)),
  ]
  if (faults.length > 0) throw scenarioError(file, faults, document)
  const [now, wanted] = [
    await completeScenario(current.items, current.items),
    await completeScenario(scenario, current.items),
  ]
  const own = 'username' in caller.actor ? [caller.actor.username] : []
  const steps: PlannedStep[] = []
  const turn = new Turn()
  for (const list of LISTS) {
    if (wanted[list] === undefined) continue
    const options = { prune, remove, kept: { users: own, serviceAccounts: own } }
    for (const step of planOne(list, now, wanted, options)) {
      if (step) steps.push(step)
      await turn.pause()
    }
  }
  return { steps: inOrder(steps), current }
}

function planOne<List extends ScenarioList>(
  list: List,
  now: ScenarioItems,
  wanted: ScenarioItems,
  { remove, ...options }: Parameters<typeof planList>[3] & Pick<PlanMode, 'remove'>,
): Iterable<PlannedStep | null> {
  type Items = NonNullable<ScenarioItems[List]>
  const plan = remove ? planRemoval : planList
  return plan(list, (now[list] ?? []) as Items, (wanted[list] ?? []) as Items, options)
}

/** A plan as it is answered: numbers, and the steps without secrets. */
export function toPlan(steps: readonly PlannedStep[]): ScenarioPlan {
  const count = (action: PlannedStep['action']) => steps.filter((step) => step.action === action).length
  return {
    created: count('create'),
    updated: count('update'),
    deleted: count('delete'),
    steps: steps.map(toStep),
  }
}
