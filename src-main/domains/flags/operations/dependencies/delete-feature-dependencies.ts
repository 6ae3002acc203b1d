import { deleteFeatureDependencies as removeAll } from '#shared/flags/contract/dependencies.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireActiveFeature } from '../../records/features/features.store.ts'
import { removeDependencies } from '../../records/dependencies/remove-dependencies.ts'

/** Takes all parents off (recorded exchange flag-relations/dependency-delete-all). */
export const deleteFeatureDependencies = mutation(removeAll, async (context, { params }) => {
  await removeDependencies(
    context,
    await requireActiveFeature(context.visible, params.projectId, params.child),
  )
})
