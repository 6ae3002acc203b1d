import { z } from 'zod'

import { urlFriendlyName } from '../../schemas/scalars.ts'
import { Line, MANY, Name, Prose } from '../../schemas/bounded.ts'

const ParameterInput = z.object({
  name: Name.min(1),
  type: z.enum(['string', 'percentage', 'list', 'number', 'boolean']),
  description: Prose.nullish(),
  required: z.boolean().nullish(),
})

/**
 * A kind of activation strategy that the user's own SDKs know how to evaluate
 * (docs/contract/flags.md#strategy-types).
 */
export const CreateStrategyType = z
  .object({
    name: urlFriendlyName('name'),
    title: Line.nullish(),
    description: Prose.nullish(),
    deprecated: z.boolean().optional(),
    parameters: z.array(ParameterInput).max(MANY),
  })
  .meta({ id: 'createStrategySchema' })

export const UpdateStrategyType = CreateStrategyType.pick({
  description: true,
  title: true,
  parameters: true,
}).meta({ id: 'updateStrategySchema' })

export const StrategyParameter = z.object({
  name: z.string(),
  type: z.string(),
  description: z.string(),
  required: z.boolean(),
})

export const StrategyType = z
  .object({
    displayName: z.string().nullable(),
    name: z.string(),
    editable: z.boolean(),
    description: z.string(),
    parameters: z.array(StrategyParameter),
    deprecated: z.boolean(),
    title: z.string().nullable(),
  })
  .meta({ id: 'strategySchema' })
export type StrategyType = z.output<typeof StrategyType>
