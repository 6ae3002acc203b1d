import { mutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/flags/contract/lifecycle.ts'
import { requireActiveFeature, requireFeature } from '../features/features.store.ts'
import { countStages, enterStage, leaveStage, readStages } from '../features/stages.store.ts'

export const getFeatureLifecycle = query(contract.getFeatureLifecycle, async ({ visible }, { params }) => {
  const { name } = await requireFeature(visible, params.projectId, params.featureName)
  return (await readStages(visible, [name])).get(name) ?? []
})

/**
 * Marks a flag as completed, kept or discarded; marking it again changes what became of it (recorded exchange
 * flag-relations/lifecycle-complete).
 */
export const complete = mutation(contract.complete, async (context, { params, body }) => {
  const { everything, now } = context
  const { name, project } = await requireActiveFeature(context.visible, params.projectId, params.featureName)
  await leaveStage(everything, name, 'completed')
  await enterStage(everything, name, 'completed', now.toISOString(), {
    status: body.status,
    value: body.statusValue ?? null,
  })
  context.record({
    type: 'feature-completed',
    project,
    featureName: name,
    data: { ...body, kept: body.status === 'kept' },
  })
})

/** Takes the mark off; a flag without it stays as it is (recorded exchange flag-relations/lifecycle-uncomplete). */
export const uncomplete = mutation(contract.uncomplete, async (context, { params }) => {
  const { name, project } = await requireActiveFeature(context.visible, params.projectId, params.featureName)
  if (await leaveStage(context.everything, name, 'completed'))
    context.record({ type: 'feature-uncompleted', project, featureName: name })
})

export const getFeatureLifecycleStageCount = query(contract.getFeatureLifecycleStageCount, ({ visible }) =>
  countStages(visible),
)
