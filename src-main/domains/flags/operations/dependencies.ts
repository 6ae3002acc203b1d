import { mutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/flags/contract/dependencies.ts'
import { addDependency, nothingToRemove, removeDependencies } from '../dependencies/change-dependencies.ts'
import {
  deleteDependencies,
  hasDependencies,
  inEvents,
  readParentOptions,
  readParents,
  readVariantNames,
} from '../dependencies/dependencies.store.ts'
import { childrenOf, requireActiveFeature, requireFeature } from '../features/features.store.ts'

/** Recorded exchange flag-relations/dependency-exist. */
export const checkDependenciesExist = query(
  contract.checkDependenciesExist,
  ({ visible }, { params: { projectId } }) => hasDependencies(visible, projectId),
)

export const addFeatureDependency = mutation(
  contract.addFeatureDependency,
  async (context, { params, body }) => {
    const child = await requireActiveFeature(context.visible, params.projectId, params.child)
    await addDependency(context, child, {
      parent: body.feature,
      enabled: body.enabled ?? true,
      variants: body.variants ?? [],
    })
  },
)

/** Takes a parent off (recorded exchange flag-relations/dependency-delete-parent); where there is none, 404. */
export const deleteFeatureDependency = mutation(
  contract.deleteFeatureDependency,
  async (context, { params }) => {
    const { everything } = context
    const child = await requireActiveFeature(context.visible, params.projectId, params.child)
    const before = (await readParents(everything, child.name)).find(({ parent }) => parent === params.parent)
    if (!before) throw nothingToRemove(child)
    await deleteDependencies(everything, child.name, params.parent)
    context.record({
      type: 'feature-dependency-removed',
      project: child.project,
      featureName: child.name,
      preData: inEvents(before),
    })
  },
)

/** Takes all parents off (recorded exchange flag-relations/dependency-delete-all). */
export const deleteFeatureDependencies = mutation(
  contract.deleteFeatureDependencies,
  async (context, { params }) => {
    await removeDependencies(
      context,
      await requireActiveFeature(context.visible, params.projectId, params.child),
    )
  },
)

/** Recorded exchange flag-relations/dependency-parent-options; a flag that others depend on cannot depend on any. */
export const listParentOptions = query(
  contract.listParentOptions,
  async ({ visible }, { params: { projectId, child }, query: wanted }) => {
    const { name } = await requireFeature(visible, projectId, child)
    if ((await childrenOf(visible, name)).length > 0) return []
    return readParentOptions(visible, projectId, name, wanted)
  },
)

/** Recorded exchange flag-relations/dependency-parent-variants. */
export const listParentVariantOptions = query(
  contract.listParentVariantOptions,
  async ({ visible }, { params: { projectId, parent } }) => {
    const { name } = await requireFeature(visible, projectId, parent)
    return readVariantNames(visible, name)
  },
)
