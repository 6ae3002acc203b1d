import { overwriteEnvironmentFeatureVariants as overwrite } from '#shared/flags/contract/variants.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireActiveFeature } from '../../records/features/features.store.ts'
import { changeVariants, toEnvironmentVariants } from '../../records/variants/change-variants.ts'
import { version } from '../../records/variants/patch-variants.ts'

/** Replaces all variants; an empty array leaves none (document: "Endpoints"; recorded exchanges variants/*). */
export const overwriteEnvironmentFeatureVariants = mutation(overwrite, async (context, { params, body }) => {
  const flag = await requireActiveFeature(context.visible, params.projectId, params.featureName)
  const variants = toEnvironmentVariants(body)
  await changeVariants(context, flag, params.environment, variants)
  return { version, variants }
})
