import { ACTION_KINDS } from '#shared/signals/actions/action-kinds.ts'
import type { SnapshotAction } from '#shared/signals/schemas/action.ts'
import { AppError, notFound } from '#kernel/app-error.ts'
import type { Actor } from '#kernel/caller.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { readFlagNames } from '../actions/sources.read-model.ts'
import type { StoredAction, StoredActionSet } from '../actions/action-set.ts'
import { bulkToggleFeaturesEnvironmentOff } from '#shared/flags/contract/feature-environments.ts'
import { toggleFeatureEnvironmentOff } from '#shared/flags/contract/feature-environments.ts'
import { bulkToggleFeaturesEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { findUser } from '#domains/access/users/users.store.ts'
import { toActor } from '#domains/access/users/user.ts'
import type { ActionResult, ActionStep } from './execution.ts'

type Executed = Pick<StoredActionSet, 'project' | 'actorId' | 'name'> & {
  actions: (Pick<StoredAction, 'action' | 'executionParams'> & Partial<Pick<StoredAction, 'id'>>)[]
  rules: Pick<StoredActionSet['rules'], 'onFailure'>
}

/** Outcome of the actions of a set. */
export interface SetOutcome {
  results: ActionResult[]
  /** Times of each action; null: it was not executed. */
  steps: (ActionStep | null)[]
  /** True if a failure may not come again. */
  mayPass: boolean
}

interface Options {
  now: () => Date
  /** Actions of an earlier attempt. Those that succeeded are not executed again. */
  former?: readonly SnapshotAction[] | undefined
}

/**
 * Executes the actions of a set in their order, as the deeds of its service account
 * (docs/contract/signals.md#first-failure). What fails takes
 * back its own effects and, unless the rules say otherwise, stops the rest; what was done before it stays.
 */
export async function executeSet(
  context: MutationContext,
  set: Executed,
  { now, former = [] }: Options,
): Promise<SetOutcome> {
  const outcome: SetOutcome = { results: [], steps: [], mayPass: false }
  const add = (result: ActionResult, step: ActionStep | null) => {
    outcome.results.push(result)
    outcome.steps.push(step)
  }
  const isStopped = () =>
    set.rules.onFailure === 'stop' && outcome.results.some(({ state }) => state === 'failed')
  for (const action of set.actions) {
    const done = former.find(({ id, state }) => id === action.id && state === 'success')
    if (done) add({ state: 'success', details: done.details ?? null }, null)
    else if (isStopped()) add({ state: 'not started', details: null }, null)
    else {
      const startedAt = now().toISOString()
      const { index: first } = context.position()
      const result = await tryAction(context, set, action)
      const events = context.position().index - first
      outcome.mayPass ||= result.mayPass
      add(
        { state: result.state, details: result.details },
        { startedAt, endedAt: now().toISOString(), first, events },
      )
    }
  }
  return outcome
}

async function tryAction(
  context: MutationContext,
  set: Executed,
  action: Executed['actions'][number],
): Promise<ActionResult & { mayPass: boolean }> {
  try {
    const details = await context.attempt(async () =>
      performAction(context, await requireActor(context, set), set.project, action),
    )
    return { state: 'success', details, mayPass: false }
  } catch (error) {
    return { state: 'failed', details: explain(context, set, error), mayPass: mayPass(error) }
  }
}

/** Finds the service account that a set acts as. Throws 404. */
export async function requireActor(
  { everything }: MutationContext,
  { actorId }: Pick<Executed, 'actorId'>,
): Promise<Actor> {
  const user = await findUser(everything, actorId)
  if (user?.kind !== 'service-account') throw notFound(`Service account with id ${actorId} does not exist`)
  return toActor(user)
}

/** Statuses below 500 that a later attempt may not have: a state that changes, and a limit. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 423, 425, 429])

/** Checks that a failure may pass by itself. A flag or a permission that is missing comes by no retry. */
function mayPass(error: unknown): boolean {
  return !(error instanceof AppError) || error.status >= 500 || PASSING.has(error.status)
}

/** Goes the way of the operations that anybody else would call; answers what there is to say of it. */
async function performAction(
  context: MutationContext,
  actor: Actor,
  project: string,
  { action, executionParams }: Executed['actions'][number],
): Promise<string | null> {
  const { enables } = ACTION_KINDS[action]
  const { environment, featureName, tag } = executionParams
  const params = { projectId: project, environment }
  if (tag === undefined) {
    const toggle = enables ? toggleFeatureEnvironmentOn : toggleFeatureEnvironmentOff
    await context.performAs(actor, toggle, { params: { ...params, featureName } })
    return null
  }
  const features = await readFlagNames(context.everything, project, tag)
  if (features.length === 0) return `No flag of the project has the tag ${tag}.`
  const toggle = enables ? bulkToggleFeaturesEnvironmentOn : bulkToggleFeaturesEnvironmentOff
  await context.performAs(actor, toggle, { params, body: { features } })
  return `${features.length === 1 ? 'One flag has' : `${features.length} flags have`} the tag ${tag}.`
}

/** Explains a failure in the words of its error. An unexpected one is logged, and fails this action alone. */
export function explain(
  { logger }: Pick<MutationContext, 'logger'>,
  { name, project }: Pick<Executed, 'name' | 'project'>,
  error: unknown,
): string {
  if (error instanceof AppError && error.status < 500) return error.message
  logger.error({ err: error, actionSet: name, project }, 'an action failed')
  return 'Something went wrong inside the service. Its log says more.'
}
