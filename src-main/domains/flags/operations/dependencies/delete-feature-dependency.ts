import { deleteFeatureDependency as remove } from '#shared/flags/contract/dependencies.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireActiveFeature } from '../../records/features/features.store.ts'
import { deleteDependencies, inEvents, readParents } from '../../records/dependencies/dependencies.store.ts'
import { nothingToRemove } from '../../records/dependencies/remove-dependencies.ts'

/** Takes a parent off (recorded exchange flag-relations/dependency-delete-parent); where there is none, 404. */
export const deleteFeatureDependency = mutation(remove, async (context, { params }) => {
  const { queries } = context
  const child = await requireActiveFeature(context.visible, params.projectId, params.child)
  const before = (await readParents(queries, child.name)).find(({ parent }) => parent === params.parent)
  if (!before) throw nothingToRemove(child)
  await deleteDependencies(queries, child.name, params.parent)
  context.record({
    type: 'feature-dependency-removed',
    project: child.project,
    featureName: child.name,
    preData: inEvents(before),
  })
})
