import { addFeatureDependency as add } from '#shared/flags/contract/dependencies.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireActiveFeature } from '../../records/features/features.store.ts'
import { addDependency } from '../../records/dependencies/add-dependency.ts'

export const addFeatureDependency = mutation(add, async (context, { params, body }) => {
  const child = await requireActiveFeature(context.visible, params.projectId, params.child)
  await addDependency(context, child, {
    parent: body.feature,
    enabled: body.enabled ?? true,
    variants: body.variants ?? [],
  })
})
