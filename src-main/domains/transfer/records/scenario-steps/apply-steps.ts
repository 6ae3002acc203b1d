import type { ScenarioList } from '../../../../../src-shared/transfer/schemas/scenario.ts'
import type { PlannedStep } from '../../../../../src-shared/transfer/scenario/plan-scenario.ts'
import { AppError } from '../../../../kernel/app-error.ts'
import { inSteps } from '../../../../kernel/in-steps.ts'
import { performGroup, performRole, performServiceAccount, performUser } from './perform-access.ts'
import { performDependencies, performFlag } from './perform-flag.ts'
import { performApprovals, performEnvironment, performProject } from './perform-places.ts'
import { performActionSet, performSignalEndpoint } from './perform-signals.ts'
import { performToken } from './perform-token.ts'
import { performStrategyType } from './perform-strategy-type.ts'
import { performContextField, performSegment, performTagType } from './perform-vocabulary.ts'
import type { Apply, Performer, Step } from './step-performer.ts'

const PERFORMERS: { [List in ScenarioList]: Performer<List> } = {
  environments: performEnvironment,
  roles: performRole,
  users: performUser,
  serviceAccounts: performServiceAccount,
  groups: performGroup,
  projects: performProject,
  contextFields: performContextField,
  tagTypes: performTagType,
  strategyTypes: performStrategyType,
  segments: performSegment,
  flags: performFlag,
  apiTokens: performToken,
  signalEndpoints: performSignalEndpoint,
  actionSets: performActionSet,
}

/** Performs the steps of a plan in their order. An error names its step. */
export async function applySteps(apply: Apply, steps: readonly PlannedStep[]): Promise<void> {
  const wanted = steps.filter(({ action }) => action !== 'delete')
  await inSteps(wanted, (step) => named(step, () => performOne(apply, step)))
  const ofList = <List extends ScenarioList>(list: List) =>
    wanted.filter((step): step is Step<List> => step.list === list)
  await inSteps(ofList('flags'), (step) => named(step, () => performDependencies(apply, step)))
  await inSteps(
    steps.filter(({ action }) => action === 'delete'),
    (step) => named(step, () => performOne(apply, step)),
  )
  await inSteps(ofList('projects'), (step) => named(step, () => performApprovals(apply, step)))
}

function performOne(apply: Apply, step: PlannedStep): Promise<unknown> {
  const perform = PERFORMERS[step.list] as Performer<ScenarioList>
  return perform(apply, step as Step<ScenarioList>)
}

async function named(step: PlannedStep, perform: () => Promise<unknown>): Promise<void> {
  try {
    await perform()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { name, message, details, extra, findings, headers } = error
    throw new AppError(name, `${step.list}/${step.name}: ${message}`, {
      details,
      extra,
      findings,
      headers,
      cause: error,
    })
  }
}
