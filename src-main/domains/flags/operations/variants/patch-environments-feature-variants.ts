import { patchEnvironmentsFeatureVariants as patch } from '#shared/flags/contract/variants.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireActiveFeature } from '../../records/features/features.store.ts'
import {
  changeVariants,
  requireVariants,
  toEnvironmentVariants,
} from '../../records/variants/change-variants.ts'
import { patchVariants, version } from '../../records/variants/patch-variants.ts'

/**
 * Changes them by a JSON Patch on the array; the result must be variants again (recorded exchange variants/patch-2).
 */
export const patchEnvironmentsFeatureVariants = mutation(patch, async (context, { params, body }) => {
  const flag = await requireActiveFeature(context.visible, params.projectId, params.featureName)
  const before = await requireVariants(context.queries, flag.name, params.environment)
  const variants = toEnvironmentVariants(patchVariants(before, body))
  await changeVariants(context, flag, params.environment, variants)
  return { version, variants }
})
