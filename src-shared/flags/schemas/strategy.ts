import { z } from 'zod'

import { Constraint, ConstraintInput } from './constraint.ts'
import { CoercedText } from '../../schemas/scalars.ts'
import { StrategyVariant, StrategyVariantInput } from './variant.ts'
import { FEW, Line, MANY, mapOf, Name } from '../../schemas/bounded.ts'

/** A list of 1,000 ids is some 40,000 characters long. Every evaluation of the flag goes through it. */
const MAX_PARAMETER_LENGTH = 50_000

export const ParametersInput = mapOf(
  z.string().max(200),
  CoercedText.pipe(z.string().max(MAX_PARAMETER_LENGTH)),
  FEW,
)

/** A strategy to be put on a flag in an environment (docs/contract/flags.md#strategies). */
export const CreateStrategy = z
  .object({
    name: Name,
    title: Line.nullish(),
    disabled: z.boolean().nullish(),
    sortOrder: z.number().optional(),
    constraints: z.array(ConstraintInput).max(MANY).optional(),
    parameters: ParametersInput.optional(),
    variants: z.array(StrategyVariantInput).max(MANY).optional(),
    segments: z.array(z.int()).max(MANY).optional(),
  })
  .meta({ id: 'createFeatureStrategySchema' })
export type CreateStrategy = z.output<typeof CreateStrategy>

/**
 * Body of PUT. It replaces constraints, parameters and variants; other fields stay unchanged if they are not
 * sent.
 */
export const UpdateStrategy = CreateStrategy.partial({ name: true }).meta({
  id: 'updateFeatureStrategySchema',
})
export type UpdateStrategy = z.output<typeof UpdateStrategy>

/** A strategy as stored and answered. */
export const Strategy = z
  .object({
    id: z.string(),
    name: z.string(),
    title: z.string().nullable(),
    disabled: z.boolean(),
    constraints: z.array(Constraint),
    parameters: z.record(z.string(), z.string()),
    variants: z.array(StrategyVariant),
    segments: z.array(z.int()),
    sortOrder: z.number(),
  })
  .meta({ id: 'featureStrategySchema' })
export type Strategy = z.output<typeof Strategy>

/** A strategy of a flag in one environment, with the name of the flag. */
export const NamedStrategy = Strategy.extend({ featureName: z.string() }).meta({
  id: 'featureEnvironmentStrategySchema',
})

/** A strategy in the list of an environment, and in the window: with the release plan milestone that put it there. */
export const ListedStrategy = Strategy.extend({ milestoneId: z.string().nullable() }).meta({
  id: 'listedFeatureStrategySchema',
})
export type ListedStrategy = z.output<typeof ListedStrategy>
