import { z } from 'zod'

import { Constraint } from './constraint.ts'
import { CoercedText, InstantInput } from './scalars.ts'
import { EnvironmentVariant } from './variant.ts'

/**
 * The context of a simulated call: known fields by name, any other one beside them or among the properties. Its environment
 * is that of the playground: one that it names itself is passed over (document, "Removed schema properties in v7").
 */
export const SdkContext = z
  .looseObject({
    appName: z.string().min(1),
    userId: CoercedText.optional(),
    sessionId: CoercedText.optional(),
    remoteAddress: z.string().optional(),
    currentTime: InstantInput.optional(),
    properties: z.record(z.string(), CoercedText).optional(),
  })
  .meta({ id: 'sdkContextSchema' })
export type SdkContext = z.output<typeof SdkContext>

const Projects = z.union([z.array(z.string()), z.literal('*')]).optional()

export const PlaygroundRequest = z
  .object({ environment: z.string().min(1), projects: Projects, context: SdkContext })
  .meta({ id: 'playgroundRequestSchema' })

/** Becomes a key of the answer, which this name cannot be. */
const EnvironmentKey = z
  .string()
  .min(1)
  .refine((name) => name !== '__proto__', 'must be the name of an environment')

export const AdvancedPlaygroundRequest = z
  .object({
    environments: z.array(EnvironmentKey).min(1),
    projects: Projects,
    context: SdkContext,
  })
  .meta({ id: 'advancedPlaygroundRequestSchema' })

const CheckedConstraint = Constraint.extend({ result: z.boolean() })
const Payload = z.object({ type: z.string(), value: z.string() })
const ThreeWay = z.union([z.boolean(), z.literal('unknown')])

const PlaygroundVariant = z.object({
  name: z.string(),
  enabled: z.boolean(),
  payload: Payload.optional(),
  feature_enabled: z.boolean(),
})

/** How a strategy came out, with each of its constraints and segments. */
export const PlaygroundStrategy = z
  .object({
    id: z.string(),
    name: z.string(),
    title: z.string().optional(),
    disabled: z.boolean(),
    parameters: z.record(z.string(), z.string()),
    result: z.object({
      enabled: ThreeWay,
      evaluationStatus: z.enum(['complete', 'incomplete', 'unevaluated']),
      variant: z.object({ name: z.string(), enabled: z.boolean(), payload: Payload.optional() }).nullish(),
      variants: z.array(EnvironmentVariant).optional(),
    }),
    constraints: z.array(CheckedConstraint),
    segments: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        result: z.boolean(),
        constraints: z.array(CheckedConstraint),
      }),
    ),
    links: z.object({ edit: z.string() }),
  })
  .meta({ id: 'playgroundStrategySchema' })
export type PlaygroundStrategy = z.output<typeof PlaygroundStrategy>

/** How a flag came out; `explanation` says why in words, which the original does not (ADR 0011). */
export const PlaygroundFeature = z
  .object({
    name: z.string(),
    projectId: z.string(),
    isEnabled: z.boolean(),
    isEnabledInCurrentEnvironment: z.boolean(),
    hasUnsatisfiedDependency: z.boolean(),
    variant: PlaygroundVariant,
    variants: z.array(EnvironmentVariant),
    strategies: z.object({ result: ThreeWay, data: z.array(PlaygroundStrategy) }),
    reason: z.string(),
    explanation: z.array(z.string()),
  })
  .meta({ id: 'playgroundFeatureSchema' })
export type PlaygroundFeature = z.output<typeof PlaygroundFeature>

export const PlaygroundResponse = z
  .object({ input: PlaygroundRequest, features: z.array(PlaygroundFeature) })
  .meta({ id: 'playgroundResponseSchema' })

const AdvancedEnvironmentFeature = PlaygroundFeature.extend({
  environment: z.string(),
  context: z.record(z.string(), z.unknown()),
})
export type AdvancedEnvironmentFeature = z.output<typeof AdvancedEnvironmentFeature>

export const AdvancedPlaygroundResponse = z
  .object({
    input: AdvancedPlaygroundRequest,
    features: z.array(
      z.object({
        name: z.string(),
        projectId: z.string(),
        environments: z.record(z.string(), z.array(AdvancedEnvironmentFeature)),
      }),
    ),
    warnings: z.object({ invalidContextProperties: z.array(z.string()) }).optional(),
  })
  .meta({ id: 'advancedPlaygroundResponseSchema' })
export type AdvancedPlaygroundResponse = z.output<typeof AdvancedPlaygroundResponse>
