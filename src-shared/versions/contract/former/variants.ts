import { Patch } from '#shared/schemas/json-patch.ts'
import { audienceOnly } from '#shared/contract-engine/access.ts'
import { operation } from '#shared/contract-engine/operation.ts'
import { inFlag } from '#shared/contract-engine/place.ts'
import { FeatureParams } from '#shared/contract-engine/params.ts'
import { FeatureVariants, VariantsInput } from '#shared/flags/contract/variants.ts'
import { removedInV7 } from './lifecycle.ts'

const FEATURE = '/api/admin/projects/:projectId/features/:featureName'
const REPLACEMENT =
  '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/strategies'
const shared = {
  path: `${FEATURE}/variants`,
  tag: 'Features',
  access: audienceOnly,
  params: FeatureParams,
  responses: { 200: FeatureVariants },
  errors: [404],
  lifecycle: removedInV7('4.21.0', REPLACEMENT),
} as const
const description =
  'Needs UPDATE_FEATURE_ENVIRONMENT_VARIANTS in each environment of the flag, as changing it there does.'

export const getFeatureVariants = operation({
  ...shared,
  operationId: 'getFeatureVariants',
  method: 'GET',
  summary: 'Lists the variants of a flag',
  description:
    'Those of its first environment that has any: this endpoint sets them in all environments alike.',
  place: inFlag,
})

export const overwriteFeatureVariants = operation({
  ...shared,
  operationId: 'overwriteFeatureVariants',
  method: 'PUT',
  summary: 'Replaces the variants of a flag in all its environments',
  description,
  place: inFlag,
  body: VariantsInput,
  errors: [400, 404],
})

export const patchFeatureVariants = operation({
  ...shared,
  operationId: 'patchFeatureVariants',
  method: 'PATCH',
  summary: 'Patches the variants of a flag in all environments (RFC 6902)',
  description,
  place: inFlag,
  body: Patch,
  errors: [400, 404],
})
