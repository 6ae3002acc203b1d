import { getFeatureLifecycle as stages } from '#shared/flags/contract/lifecycle.ts'
import { query } from '#kernel/use-case.ts'
import { requireFeature } from '../../records/features/features.store.ts'
import { readStages } from '../../records/stages/stages.store.ts'

export const getFeatureLifecycle = query(stages, async ({ queries }, { params }) => {
  const { name } = await requireFeature(queries, params.projectId, params.featureName)
  return (await readStages(queries, [name])).get(name) ?? []
})
