import { z } from 'zod'

import { Constraint, ConstraintInput } from './constraint.ts'
import { CoercedText } from '../../schemas/scalars.ts'
import { StrategyVariant, StrategyVariantInput } from './variant.ts'

const MAX_PARAMETERS = 100
/** A list of 1,000 ids is some 40,000 characters long. Every evaluation of the flag goes through it. */
const MAX_PARAMETER_LENGTH = 50_000

export const ParametersInput = z
  .record(z.string().max(200), CoercedText.pipe(z.string().max(MAX_PARAMETER_LENGTH)))
  .check(({ value, issues }) => {
    const count = Object.keys(value).length
    if (count > MAX_PARAMETERS)
      issues.push({
        code: 'custom',
        message: `A strategy must NOT have more than ${MAX_PARAMETERS} parameters. You sent ${count}.`,
        input: value,
      })
  })

/** A strategy to be put on a flag in an environment (docs/contract/flags.md#strategies). */
export const CreateStrategy = z
  .object({
    name: z.string(),
    title: z.string().nullish(),
    disabled: z.boolean().nullish(),
    sortOrder: z.number().optional(),
    constraints: z.array(ConstraintInput).optional(),
    parameters: ParametersInput.optional(),
    variants: z.array(StrategyVariantInput).optional(),
    segments: z.array(z.int()).optional(),
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
