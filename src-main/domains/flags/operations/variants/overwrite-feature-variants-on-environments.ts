import { overwriteFeatureVariantsOnEnvironments as batch } from '#shared/flags/contract/variants.ts'
import { badData } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireActiveFeature } from '../../records/features/features.store.ts'
import { changeVariants, toEnvironmentVariants } from '../../records/variants/change-variants.ts'
import { version } from '../../records/variants/patch-variants.ts'

/**
 * Replaces the variants in several environments: in all of them, or none (recorded exchange variants/variants-batch).
 */
export const overwriteFeatureVariantsOnEnvironments = mutation(batch, async (context, { params, body }) => {
  const { projectId, featureName } = params
  const environments = [...new Set(body.environments)]
  if (environments.length === 0) throw badData('No environments provided', '/body/environments')
  for (const environment of environments)
    context.demand({ anyOf: ['UPDATE_FEATURE_ENVIRONMENT_VARIANTS'], project: projectId, environment })
  const flag = await requireActiveFeature(context.visible, projectId, featureName)
  const variants = toEnvironmentVariants(body.variants)
  for (const environment of environments) await changeVariants(context, flag, environment, variants)
  return { version, variants }
})
