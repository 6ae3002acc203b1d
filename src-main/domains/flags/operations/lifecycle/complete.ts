import { complete as operation } from '#shared/flags/contract/lifecycle.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireActiveFeature } from '../../records/features/features.store.ts'
import { enterStage, leaveStage } from '../../records/stages/stages.store.ts'

/**
 * Marks a flag as completed, kept or discarded; marking it again changes what became of it (recorded exchange
 * flag-relations/lifecycle-complete).
 */
export const complete = mutation(operation, async (context, { params, body }) => {
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
