import { z } from 'zod'

import {
  overwriteEnvironmentFeatureVariants as overwrite,
  overwriteFeatureVariantsOnEnvironments as batch,
  patchEnvironmentsFeatureVariants as patch,
} from '../../../../../src-shared/contract/variants.ts'
import type { PatchOperation } from '../../../../../src-shared/schemas/json-patch.ts'
import {
  EnvironmentVariantInput,
  type EnvironmentVariant,
} from '../../../../../src-shared/schemas/variant.ts'
import { badData } from '../../../../kernel/app-error.ts'
import { applyJsonPatch } from '../../../../kernel/json-patch.ts'
import { parseBody } from '../../../../kernel/schema-refusal.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import { requireActiveFeature } from '../../records/features/features.store.ts'
import {
  changeVariants,
  requireVariants,
  toEnvironmentVariants,
} from '../../records/variants/change-variants.ts'

const version = 1 as const

/** Replaces all variants; an empty array leaves none (document: "Endpoints"; recorded exchanges variants/*). */
export const overwriteEnvironmentFeatureVariants = mutation(overwrite, async (context, { params, body }) => {
  const flag = await requireActiveFeature(context.visible, params.projectId, params.featureName)
  const variants = toEnvironmentVariants(body)
  await changeVariants(context, flag, params.environment, variants)
  return { version, variants }
})

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

/** What a JSON Patch makes of variants; throws 400 where that is none any more. */
export function patchVariants(
  before: readonly EnvironmentVariant[],
  operations: readonly PatchOperation[],
): EnvironmentVariantInput[] {
  return parseBody(z.array(EnvironmentVariantInput), applyJsonPatch(before, operations))
}
