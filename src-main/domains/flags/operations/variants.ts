import { badData } from '#kernel/app-error.ts'
import { mutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/flags/contract/variants.ts'
import { requireActiveFeature, requireFeature } from '../features/features.store.ts'
import {
  changeVariants,
  patchVariants,
  requireVariants,
  toEnvironmentVariants,
  version,
} from '../variants/change-variants.ts'

export const getEnvironmentFeatureVariants = query(
  contract.getEnvironmentFeatureVariants,
  async ({ visible }, { params }) => {
    const { name } = await requireFeature(visible, params.projectId, params.featureName)
    return { version: 1 as const, variants: await requireVariants(visible, name, params.environment) }
  },
)

/** Replaces all variants; an empty array leaves none (document: "Endpoints"; recorded exchanges variants/*). */
export const overwriteEnvironmentFeatureVariants = mutation(
  contract.overwriteEnvironmentFeatureVariants,
  async (context, { params, body }) => {
    const flag = await requireActiveFeature(context.visible, params.projectId, params.featureName)
    const variants = toEnvironmentVariants(body)
    await changeVariants(context, flag, params.environment, variants)
    return { version, variants }
  },
)

/**
 * Changes them by a JSON Patch on the array; the result must be variants again (recorded exchange variants/patch-2).
 */
export const patchEnvironmentsFeatureVariants = mutation(
  contract.patchEnvironmentsFeatureVariants,
  async (context, { params, body }) => {
    const flag = await requireActiveFeature(context.visible, params.projectId, params.featureName)
    const before = await requireVariants(context.everything, flag.name, params.environment)
    const variants = toEnvironmentVariants(patchVariants(before, body))
    await changeVariants(context, flag, params.environment, variants)
    return { version, variants }
  },
)

/**
 * Replaces the variants in several environments: in all of them, or none (recorded exchange variants/variants-batch).
 */
export const overwriteFeatureVariantsOnEnvironments = mutation(
  contract.overwriteFeatureVariantsOnEnvironments,
  async (context, { params, body }) => {
    const { projectId, featureName } = params
    const environments = [...new Set(body.environments)]
    if (environments.length === 0) throw badData('No environments provided', '/body/environments')
    for (const environment of environments)
      context.demand({ anyOf: ['UPDATE_FEATURE_ENVIRONMENT_VARIANTS'], project: projectId, environment })
    const flag = await requireActiveFeature(context.visible, projectId, featureName)
    const variants = toEnvironmentVariants(body.variants)
    for (const environment of environments) await changeVariants(context, flag, environment, variants)
    return { version, variants }
  },
)
