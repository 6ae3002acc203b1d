import { ACTION_KINDS } from '#shared/signals/actions/action-kinds.ts'
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
import type { ActionResult } from './execution.ts'

type Executed = Pick<StoredActionSet, 'project' | 'actorId' | 'name'> & {
  actions: Pick<StoredAction, 'action' | 'executionParams'>[]
}

/**
 * Executes the actions of a set in their order, as the deeds of its service account
 * (docs/contract/signals.md#first-failure). What fails takes
 * back its own effects and stops the rest; what was done before it stays.
 */
export async function executeSet(context: MutationContext, set: Executed): Promise<ActionResult[]> {
  const results: ActionResult[] = []
  for (const action of set.actions) {
    if (results.some(({ state }) => state === 'failed')) {
      results.push({ state: 'not started', details: null })
      continue
    }
    try {
      const details = await context.attempt(async () =>
        performAction(context, await requireActor(context, set), set.project, action),
      )
      results.push({ state: 'success', details })
    } catch (error) {
      results.push({ state: 'failed', details: explain(context, set, error) })
    }
  }
  return results
}

async function requireActor({ everything }: MutationContext, { actorId }: Executed): Promise<Actor> {
  const user = await findUser(everything, actorId)
  if (user?.kind !== 'service-account') throw notFound(`Service account with id ${actorId} does not exist`)
  return toActor(user)
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

/** The refusal in its own words. What nobody foresaw is logged, and fails this action alone. */
function explain({ logger }: MutationContext, { name, project }: Executed, error: unknown): string {
  if (error instanceof AppError && error.status < 500) return error.message
  logger.error({ err: error, actionSet: name, project }, 'an action failed')
  return 'Something went wrong inside the service. Its log says more.'
}
