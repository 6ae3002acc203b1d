import { z } from 'zod'

import { Patch } from '../../schemas/json-patch.ts'
import { EnvironmentVariant, EnvironmentVariantInput } from '../schemas/variant.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { controlledInEnvironment } from '../../contract-engine/change-control.ts'
import { inFlag, inFlagEnvironment } from '../../contract-engine/place.ts'
import { EnvironmentParams, FeatureParams } from '../../contract-engine/params.ts'
import { MANY, Name } from '../../schemas/bounded.ts'

const tag = 'Features'
const FEATURE = '/api/admin/projects/:projectId/features/:featureName'
const VARIANTS = `${FEATURE}/environments/:environment/variants`
export const FeatureVariants = z
  .object({ version: z.literal(1), variants: z.array(EnvironmentVariant) })
  .meta({ id: 'featureVariantsSchema' })

export const VariantsInput = z.array(EnvironmentVariantInput).max(MANY).meta({ id: 'variantsSchema' })

export const getEnvironmentFeatureVariants = operation({
  operationId: 'getEnvironmentFeatureVariants',
  method: 'GET',
  path: VARIANTS,
  tag,
  summary: 'Lists the variants of a flag in an environment',
  access: audienceOnly,
  place: inFlagEnvironment,
  params: EnvironmentParams,
  responses: { 200: FeatureVariants },
  errors: [404],
})

export const overwriteEnvironmentFeatureVariants = operation({
  operationId: 'overwriteEnvironmentFeatureVariants',
  method: 'PUT',
  path: VARIANTS,
  tag,
  summary: 'Replaces the variants of a flag in an environment; the weights must add up to 1000',
  access: needs('UPDATE_FEATURE_ENVIRONMENT_VARIANTS'),
  place: inFlagEnvironment,
  changeControl: controlledInEnvironment('patchVariant'),
  params: EnvironmentParams,
  body: VariantsInput,
  responses: { 200: FeatureVariants },
  errors: [404],
})

export const patchEnvironmentsFeatureVariants = operation({
  operationId: 'patchEnvironmentsFeatureVariants',
  method: 'PATCH',
  path: VARIANTS,
  tag,
  summary: 'Patches the variants of a flag in an environment (RFC 6902)',
  access: needs('UPDATE_FEATURE_ENVIRONMENT_VARIANTS'),
  place: inFlagEnvironment,
  changeControl: controlledInEnvironment('patchVariant'),
  params: EnvironmentParams,
  body: Patch,
  responses: { 200: FeatureVariants },
  errors: [404],
})

export const overwriteFeatureVariantsOnEnvironments = operation({
  operationId: 'overwriteFeatureVariantsOnEnvironments',
  method: 'PUT',
  path: `${FEATURE}/variants-batch`,
  tag,
  summary: 'Replaces the variants of a flag in several environments',
  description: 'Needs UPDATE_FEATURE_ENVIRONMENT_VARIANTS in each of them.',
  access: audienceOnly,
  place: { ...inFlag, environment: 'body.environments' },
  changeControl: controlledInEnvironment('patchVariant'),
  params: FeatureParams,
  body: z
    .object({ environments: z.array(Name).max(MANY), variants: z.array(EnvironmentVariantInput).max(MANY) })
    .meta({ id: 'pushVariantsSchema' }),
  responses: { 200: FeatureVariants },
  errors: [404],
})
