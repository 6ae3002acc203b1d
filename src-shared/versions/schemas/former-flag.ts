import { z } from 'zod'

import { CreateFeature, Feature, UpdateFeature } from '../../flags/schemas/feature.ts'
import { CreateStrategy, Strategy } from '../../flags/schemas/strategy.ts'
import { ColouredTag } from '../../flags/schemas/tag.ts'
import { EnvironmentVariant, EnvironmentVariantInput } from '../../flags/schemas/variant.ts'
import { MANY, Name } from '../../schemas/bounded.ts'

/**
 * Flag as versions before 5 had it. Fields that belong to an environment today are at its top level (ADR
 * 0019).
 */
export const FormerFlag = Feature.omit({ archived: true })
  .extend({
    enabled: z.boolean(),
    strategies: z.array(Strategy),
    variants: z.array(EnvironmentVariant),
    tags: z.array(ColouredTag),
  })
  .meta({ id: 'formerFeatureSchema' })
export type FormerFlag = z.output<typeof FormerFlag>

const OfItsEnvironment = {
  enabled: z.boolean().nullish(),
  strategies: z.array(CreateStrategy).max(MANY).optional(),
  variants: z.array(EnvironmentVariantInput).max(MANY).nullish(),
}

export const CreateFormerFlag = CreateFeature.omit({ tags: true })
  .extend({ project: Name.default('default'), stale: z.boolean().optional(), ...OfItsEnvironment })
  .meta({ id: 'createFormerFeatureSchema' })

/** `project` is taken as it is read, and not changed. */
export const UpdateFormerFlag = UpdateFeature.extend({
  project: Name.optional(),
  ...OfItsEnvironment,
}).meta({ id: 'updateFormerFeatureSchema' })
export type UpdateFormerFlag = z.output<typeof UpdateFormerFlag>
