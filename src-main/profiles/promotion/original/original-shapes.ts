import { z } from 'zod'

import { ConstraintInput } from '#shared/flags/schemas/constraint.ts'
import { ParametersInput } from '#shared/flags/schemas/strategy.ts'
import { EnvironmentVariantInput, StrategyVariantInput } from '#shared/flags/schemas/variant.ts'

/** Properties that a promotion reads of the answers of a service. Versions differ: all others may be missing. */

const maybe = <T extends z.ZodType>(schema: T) => schema.nullish()

export const Environments = z.object({
  environments: z.array(z.object({ name: z.string(), type: z.string() })),
})

export const Projects = z.object({
  projects: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: maybe(z.string()),
      mode: maybe(z.string()),
      defaultStickiness: maybe(z.string()),
    }),
  ),
})
export type OriginalProject = z.output<typeof Projects>['projects'][number]

export const ProjectOverview = z.object({ defaultStickiness: maybe(z.string()) })

export const TagTypes = z.object({
  tagTypes: z.array(
    z.object({
      name: z.string(),
      description: maybe(z.string()),
      icon: maybe(z.string()),
      color: maybe(z.string()),
    }),
  ),
})

export const Segments = z.object({
  segments: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      description: maybe(z.string()),
      project: maybe(z.string()),
      constraints: z.array(ConstraintInput),
    }),
  ),
})

export const ContextFields = z.array(
  z.object({
    name: z.string(),
    description: maybe(z.string()),
    stickiness: maybe(z.boolean()),
    sortOrder: maybe(z.int()),
    legalValues: maybe(z.array(z.object({ value: z.string(), description: maybe(z.string()) }))),
    project: maybe(z.string()),
  }),
)

export const ProjectEnvironments = z.object({
  environments: z.array(z.object({ name: z.string(), visible: z.boolean() })),
})

export const ApprovalSettings = z.array(
  z.object({
    environment: z.string(),
    changeRequestEnabled: z.boolean(),
    requiredApprovals: maybe(z.int()),
  }),
)

const Tags = z.array(z.object({ type: z.string(), value: z.string() }))
export type Tags = z.output<typeof Tags>
export const FlagTags = z.object({ tags: Tags })

export const ListedFlags = z.object({ features: z.array(z.object({ name: z.string(), tags: maybe(Tags) })) })

export const Strategies = z.array(
  z.object({
    id: maybe(z.string()),
    name: z.string(),
    title: maybe(z.string()),
    disabled: maybe(z.boolean()),
    sortOrder: maybe(z.number()),
    constraints: maybe(z.array(ConstraintInput)),
    parameters: maybe(ParametersInput),
    segments: maybe(z.array(z.int())),
    variants: maybe(z.array(StrategyVariantInput)),
  }),
)

export const EnvironmentVariants = z.object({ variants: z.array(EnvironmentVariantInput) })

export const Flag = z.object({
  name: z.string(),
  project: z.string(),
  type: maybe(z.string()),
  description: maybe(z.string()),
  impressionData: maybe(z.boolean()),
  stale: maybe(z.boolean()),
  tags: maybe(Tags),
  links: maybe(z.array(z.object({ id: maybe(z.string()), url: z.string(), title: maybe(z.string()) }))),
  dependencies: maybe(
    z.array(
      z.object({ feature: z.string(), enabled: maybe(z.boolean()), variants: maybe(z.array(z.string())) }),
    ),
  ),
  environments: z.array(
    z.object({
      name: z.string(),
      enabled: z.boolean(),
      strategies: Strategies,
      variants: maybe(z.array(EnvironmentVariantInput)),
      releasePlans: maybe(z.array(z.unknown())),
    }),
  ),
})
export type OriginalFlag = z.output<typeof Flag>
