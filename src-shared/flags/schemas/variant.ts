import { z } from 'zod'

import { urlFriendlyName } from '../../schemas/scalars.ts'
import { ALL, Content, MANY, Name } from '../../schemas/bounded.ts'

export const Payload = z.object({
  type: z.enum(['json', 'csv', 'string', 'number']),
  value: Content,
})

/**
 * A variant of a strategy (docs/contract/flags.md#strategies; shapes: createStrategyVariantSchema). Weights are per
 * mille.
 */
export const StrategyVariantInput = z
  .object({
    name: urlFriendlyName('name'),
    weight: z.int().min(0).max(1000),
    weightType: z.enum(['variable', 'fix']),
    stickiness: Name,
    payload: Payload.optional(),
  })
  .meta({ id: 'createStrategyVariantSchema' })

export const StrategyVariant = z
  .object({
    name: z.string(),
    weight: z.int(),
    weightType: z.enum(['variable', 'fix']),
    stickiness: z.string(),
    payload: Payload.optional(),
  })
  .meta({ id: 'strategyVariantSchema' })
export type StrategyVariant = z.output<typeof StrategyVariant>

const Override = z.strictObject({ contextName: Name, values: z.array(Content).max(ALL) })

/** An environment variant as sent: name and weight suffice (document: "Endpoints"; docs/contract/flags.md#variants). */
export const EnvironmentVariantInput = z
  .strictObject({
    name: urlFriendlyName('name'),
    weight: z.int().min(0).max(1000),
    weightType: z.enum(['variable', 'fix']).optional(),
    stickiness: Name.optional(),
    payload: Payload.optional(),
    overrides: z.array(Override).max(MANY).optional(),
  })
  .meta({ id: 'variantInputSchema' })
export type EnvironmentVariantInput = z.output<typeof EnvironmentVariantInput>

/** A variant of a flag in an environment: the older kind, with overrides (docs/contract/flags.md#variants). */
export const EnvironmentVariant = z
  .object({
    ...StrategyVariant.shape,
    overrides: z.array(z.object({ contextName: z.string(), values: z.array(z.string()) })).optional(),
  })
  .meta({ id: 'variantSchema' })
export type EnvironmentVariant = z.output<typeof EnvironmentVariant>
