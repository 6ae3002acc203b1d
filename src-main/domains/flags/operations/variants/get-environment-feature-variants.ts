import { getEnvironmentFeatureVariants as operation } from '#shared/flags/contract/variants.ts'
import { query } from '#kernel/use-case.ts'
import { requireFeature } from '../../records/features/features.store.ts'
import { requireVariants } from '../../records/variants/change-variants.ts'

export const getEnvironmentFeatureVariants = query(operation, async ({ queries }, { params }) => {
  const { name } = await requireFeature(queries, params.projectId, params.featureName)
  return { version: 1 as const, variants: await requireVariants(queries, name, params.environment) }
})
