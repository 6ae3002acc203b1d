import {
  addFeatureDependency as add,
  deleteFeatureDependencies as removeAll,
  deleteFeatureDependency as remove,
} from '../../../../../src-shared/contract/dependencies.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import { requireActiveFeature } from '../../records/features/features.store.ts'
import { addDependency } from '../../records/dependencies/add-dependency.ts'
import { deleteDependencies } from '../../records/dependencies/dependencies.store.ts'
import { nothingToRemove, removeDependencies } from '../../records/dependencies/remove-dependencies.ts'

export const addFeatureDependency = mutation(add, async (context, { params, body }) => {
  const child = await requireActiveFeature(context.visible, params.projectId, params.child)
  await addDependency(context, child, {
    parent: body.feature,
    enabled: body.enabled ?? true,
    variants: body.variants ?? [],
  })
})

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

/** Takes all parents off (recorded exchange flag-relations/dependency-delete-all). */
export const deleteFeatureDependencies = mutation(removeAll, async (context, { params }) => {
  await removeDependencies(
    context,
    await requireActiveFeature(context.visible, params.projectId, params.child),
  )
})
