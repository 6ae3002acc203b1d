import { uncomplete as back } from '#shared/flags/contract/lifecycle.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireActiveFeature } from '../../records/features/features.store.ts'
import { leaveStage } from '../../records/stages/stages.store.ts'

/** Takes the mark off; a flag without it stays as it is (recorded exchange flag-relations/lifecycle-uncomplete). */
export const uncomplete = mutation(back, async (context, { params }) => {
  const { name, project } = await requireActiveFeature(context.visible, params.projectId, params.featureName)
  if (await leaveStage(context.queries, name, 'completed'))
    context.record({ type: 'feature-uncompleted', project, featureName: name })
})
