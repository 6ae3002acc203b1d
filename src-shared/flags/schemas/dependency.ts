import { z } from 'zod'
import { MANY, Name } from '../../schemas/bounded.ts'

/** The parent, how it must be (on, unless `enabled` is false), and which variant it must have when it is on. */
export const CreateDependency = z
  .object({
    feature: Name,
    enabled: z.boolean().optional(),
    variants: z.array(Name).max(MANY).optional(),
  })
  .meta({ id: 'createDependentFeatureSchema' })
