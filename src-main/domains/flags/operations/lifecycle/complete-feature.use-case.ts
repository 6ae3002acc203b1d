import { complete as operation, uncomplete as back } from '../../../../../src-shared/contract/lifecycle.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import { requireActiveFeature } from '../../records/features/features.store.ts'
import { enterStage, leaveStage } from '../../records/stages/stages.store.ts'

/**
 * Marks a flag as completed, kept or discarded; marking it again changes what became of it (recorded exchange
 * flag-relations/lifecycle-complete).
 */
export const completeFeature = mutation(operation, async (context, { params, body }) => {
  const { queries, now } = context
  const { name, project } = await requireActiveFeature(context.visible, params.projectId, params.featureName)
  await leaveStage(queries, name, 'completed')
  await enterStage(queries, name, 'completed', now.toISOString(), {
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
export const uncompleteFeature = mutation(back, async (context, { params }) => {
  const { name, project } = await requireActiveFeature(context.visible, params.projectId, params.featureName)
  if (await leaveStage(context.queries, name, 'completed'))
    context.record({ type: 'feature-uncompleted', project, featureName: name })
})
