import { deleteFeatureDependency as remove } from '../../../../../src-shared/flags/contract/dependencies.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import { requireActiveFeature } from '../../records/features/features.store.ts'
import { deleteDependencies } from '../../records/dependencies/dependencies.store.ts'
import { nothingToRemove } from '../../records/dependencies/remove-dependencies.ts'

/** Takes a parent off (recorded exchange flag-relations/dependency-delete-parent); where there is none, 404. */
export const deleteFeatureDependency = mutation(remove, async (context, { params }) => {
  const { queries } = context
  const child = await requireActiveFeature(context.visible, params.projectId, params.child)
  if ((await deleteDependencies(queries, child.name, params.parent)) === 0) throw nothingToRemove(child)
  context.record({
    type: 'feature-dependency-removed',
    project: child.project,
    featureName: child.name,
    preData: { feature: params.parent, name: params.parent },
  })
})
