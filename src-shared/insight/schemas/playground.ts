import { z } from 'zod'

import { OverlayName } from '../../flags/schemas/override.ts'
import { Constraint } from '../../flags/schemas/constraint.ts'
import { CoercedText, InstantInput } from '../../schemas/scalars.ts'
import { EnvironmentVariant } from '../../flags/schemas/variant.ts'
import { ALL, Content, MANY, mapOf, Name, withMost } from '../../schemas/bounded.ts'

/**
 * The context of a simulated call: known fields by name, any other one beside them or among the properties. Null counts as
 * absent. An `environment` of its own is for constraints; which flags are evaluated follows from the playground's.
 */
export const SdkContext = withMost(
  z.looseObject({
    appName: Content.min(1),
    userId: CoercedText.nullish(),
    sessionId: CoercedText.nullish(),
    remoteAddress: Content.nullish(),
    currentTime: InstantInput.nullish(),
    properties: mapOf(Name, CoercedText.nullable(), MANY).nullish(),
  }),
  MANY,
).meta({ id: 'sdkContextSchema' })
export type SdkContext = z.output<typeof SdkContext>

const Projects = z.union([z.array(Name).max(ALL), z.literal('*')]).optional()

export const PlaygroundRequest = z
  .object({ environment: Name.min(1), projects: Projects, context: SdkContext })
  .meta({ id: 'playgroundRequestSchema' })

/** Becomes a key of the answer, which this name cannot be. */
const EnvironmentKey = Name.min(1).refine(
  (name) => name !== '__proto__',
  'must be the name of an environment',
)

export const AdvancedPlaygroundRequest = z
  .object({
    environments: z.array(EnvironmentKey).max(ALL).min(1),
    projects: Projects,
    /** Only these flags are evaluated; an addition of Halyard. Absent: all of the projects. */
    features: z.array(Name).max(1000).optional(),
    /** Name of an API token, and of an overlay: overrides for requests with them hold; an addition of Halyard. */
    token: Name.optional(),
    overlay: OverlayName.optional(),
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

/** Result of a strategy, with each of its constraints and segments. */
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

/** Result of a flag. */
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
  })
  .meta({ id: 'playgroundFeatureSchema' })

/** Result of a flag, for the window. `explanation` gives the reason in words (docs/architecture.md#reasons). */
export const ExplainedPlay = PlaygroundFeature.extend({
  reason: z.string(),
  explanation: z.array(z.string()),
})
export type ExplainedPlay = z.output<typeof ExplainedPlay>

export const PlaygroundResponse = z
  .object({ input: PlaygroundRequest, features: z.array(PlaygroundFeature) })
  .meta({ id: 'playgroundResponseSchema' })

const place = { environment: z.string(), context: z.record(z.string(), z.unknown()) }
const AdvancedEnvironmentFeature = PlaygroundFeature.omit({ hasUnsatisfiedDependency: true }).extend(place)
const ExplainedEnvironmentPlay = ExplainedPlay.extend(place)
export type ExplainedEnvironmentPlay = z.output<typeof ExplainedEnvironmentPlay>

/** Builds the schema of a flag's results in each environment, for each context. */
const advancedFeatures = <P extends z.ZodType>(play: P) =>
  z.array(
    z.object({
      name: z.string(),
      projectId: z.string(),
      environments: z.record(z.string(), z.array(play)),
    }),
  )

export const AdvancedPlaygroundResponse = z
  .object({
    input: AdvancedPlaygroundRequest,
    features: advancedFeatures(AdvancedEnvironmentFeature),
    warnings: z.object({ invalidContextProperties: z.array(z.string()) }).optional(),
  })
  .meta({ id: 'advancedPlaygroundResponseSchema' })

/** The same for the window: every play is explained. */
export const ExplainedPlayground = AdvancedPlaygroundResponse.extend({
  features: advancedFeatures(ExplainedEnvironmentPlay),
})
export type ExplainedPlayground = z.output<typeof ExplainedPlayground>

/** Outcome of a flag for one context, as far as a list shows it. */
export const PlaygroundOutcome = z.object({
  isEnabled: z.boolean(),
  variant: z.object({ name: z.string(), enabled: z.boolean() }),
  strategies: z.object({ result: ThreeWay }),
})
export type PlaygroundOutcome = z.output<typeof PlaygroundOutcome>

/** The outcomes of all flags. The reasons are read flag by flag: for 3,500 flags in two environments they are 80 MB. */
export const SurveyedPlayground = AdvancedPlaygroundResponse.extend({
  features: advancedFeatures(PlaygroundOutcome),
})
export type SurveyedPlayground = z.output<typeof SurveyedPlayground>

export const PastPlaygroundRequest = AdvancedPlaygroundRequest.extend({
  /** Time as of which the flags are evaluated. */
  at: InstantInput,
}).meta({ id: 'pastPlaygroundRequestSchema' })

/** Results as of a time, every one explained. */
export const PastPlaygroundResponse = ExplainedPlayground.extend({
  input: PastPlaygroundRequest,
  /** Flags that are left out because the log does not hold their past; the first ones of many. */
  unknown: z.array(z.object({ flag: z.string(), reason: z.string() })),
}).meta({ id: 'pastPlaygroundResponseSchema' })
export type PastPlaygroundResponse = z.output<typeof PastPlaygroundResponse>
