import { z } from 'zod'

/** The parent, how it must be (on, unless `enabled` is false), and which variant it must have when it is on. */
export const CreateDependency = z
  .object({
    feature: z.string(),
    enabled: z.boolean().optional(),
    variants: z.array(z.string()).optional(),
  })
  .meta({ id: 'createDependentFeatureSchema' })
