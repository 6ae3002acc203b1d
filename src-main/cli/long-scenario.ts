import { MAX_SCENARIO_TEXT, type ScenarioStep } from '#shared/transfer/schemas/scenario.ts'
import { LISTS } from '#shared/transfer/scenario/plan-scenario.ts'
import { printError } from './cli-output.ts'
import type { PlanAccount } from './plan-account.ts'
import type { ScenarioActs } from './scenario-acts.ts'
import { frameOf, namesOf, partsToApply, partsToPlan, splitScenario, type Split } from './scenario-parts.ts'

/** A scenario that is too long for one request, with what is sent besides its flags. */
export interface LongScenario {
  file: string
  split: Split
  prune: boolean
  /** All lists; of the flags, no more than their names, and those only to prune. */
  frame: string
}

/** Reads a file that is too long for one request. Throws if it cannot be split, before anything is changed. */
export async function readLong(
  text: string,
  { file, prune: asked, problem }: { file: string; prune: boolean; problem: string },
): Promise<LongScenario> {
  const split = splitScenario(text)
  if (split === undefined) throw new Error(problem)
  const prune = asked || split.prune
  const frame = frameOf(split, prune ? await namesOf(split) : undefined)
  if (prune) requireShort(file, frame)
  return { file, split, prune, frame }
}

function requireShort(file: string, frame: string): void {
  if (frame.length > MAX_SCENARIO_TEXT)
    throw new Error(
      `Without the contents of its flags, ${file} still has more than 10 MB. It can be neither planned nor pruned.`,
    )
}

/** Plans a file part by part, in the order in which a shorter one is planned. Nothing is changed. */
export async function planLong(
  acts: ScenarioActs,
  { file, split, prune, frame }: LongScenario,
  account: PlanAccount,
): Promise<void> {
  requireShort(file, frame)
  const around = await acts.plan({ text: frame, file, prune })
  const rest = around.steps.filter((step) => step.action !== 'delete' && placeOf(step) !== FLAGS)
  account.add({ steps: rest.filter((step) => placeOf(step) < FLAGS) })
  const parts = partsToPlan(split)
  for (const [index, text] of parts.entries()) {
    const part = `part ${index + 1} of ${parts.length}`
    const { steps } = await acts.plan({ text, file: `${file} (${part})`, prune: false })
    account.add({ steps: steps.filter((step) => placeOf(step) === FLAGS) })
    printError(`${part} planned`)
  }
  account.add({ steps: rest.filter((step) => placeOf(step) > FLAGS) })
  account.add({ steps: around.steps.filter(({ action }) => action === 'delete') })
}

const FLAGS = LISTS.indexOf('flags')
const placeOf = ({ path }: ScenarioStep) => LISTS.findIndex((list) => path.startsWith(`${list}/`))

/** Applies a file part by part: each is all or nothing. What the file does not name is deleted last, at once. */
export async function applyLong(
  acts: ScenarioActs,
  { file, split, prune, frame }: LongScenario,
  account: PlanAccount,
): Promise<void> {
  const apply = async (text: string, { part, failed }: { part: string; failed: string }) => {
    try {
      account.add(await acts.apply({ text, file: `${file} (${part})`, prune: part === PRUNING }))
    } catch (error) {
      printError(`${file}: ${failed} Apply the file again after the cause is gone.`)
      throw error
    }
  }
  const parts = partsToApply(split)
  for (const [index, text] of parts.entries()) {
    const part = `part ${index + 1} of ${parts.length}`
    await apply(text, { part, failed: `${part} was not applied, the parts before it were.` })
    printError(`${part} applied`)
  }
  if (!prune) return
  await apply(frame, { part: PRUNING, failed: 'all parts were applied, but nothing was deleted.' })
  printError('pruned')
}

const PRUNING = 'pruning'
