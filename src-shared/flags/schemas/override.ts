import { z } from 'zod'

import { FEW, MANY, Name } from '../../schemas/bounded.ts'
import { InstantInput, urlFriendlyName } from '../../schemas/scalars.ts'
import { CreateStrategy, Strategy } from './strategy.ts'
import { Payload } from './variant.ts'

/** Ends an override at the next start of the service. */
export const UNTIL_RESTART = 'restart'

/** The most overrides of an instance: each flag that has some is written anew for SDKs. */
export const MAX_OVERRIDES = MANY
/** The most overrides of a flag in an environment, and the most strategies of them together: SDKs evaluate each. */
export const MAX_OVERRIDES_OF_FLAG = FEW

/** Kinds of audiences that a server SDK tells apart by itself, and the context field that does it. */
export const AUDIENCE_FIELDS = { user: 'userId', session: 'sessionId', application: 'appName' } as const
/** Kinds of audiences that a request tells apart: by its API token, or by its header `X-Halyard-Overlay`. */
export const REQUEST_AUDIENCES = ['token', 'header'] as const
export type AudienceKind = keyof typeof AUDIENCE_FIELDS
export type RequestAudience = (typeof REQUEST_AUDIENCES)[number]

/**
 * Those for whom an override holds: `everybody`, `user:7`, `session:abc`, `application:checkout`, `token:shop` by the name of
 * the token, or `header:ada` for requests with `X-Halyard-Overlay: ada`.
 */
export const Audience = Name.regex(
  /^(everybody|(user|session|application|token):.+|header:[a-zA-Z0-9_.~-]{1,100})$/su,
  'must be "everybody", "header:" with a name of letters, digits and _.~-, or "user:", "session:", "application:" or "token:" with a value',
)

/** Name that requests send in a header, and overrides have in `header:NAME`. */
export const OverlayName = z
  .string()
  .max(100)
  .regex(/^[a-zA-Z0-9_.~-]+$/, 'must be a name of letters, digits and _.~-')

/** Headers by which a request asks for the overrides that are for a header. */
export const OverlayHeaders = z.object({
  'x-halyard-overlay': OverlayName.optional().meta({
    description: 'Name of overrides that hold for requests with this header only.',
  }),
})
export type OverlayHeaders = z.output<typeof OverlayHeaders>

/** Headers by which a caller asks what requests with a token, or with a header, get. */
export const PretendedHeaders = OverlayHeaders.extend({
  'x-halyard-as-token': Name.optional().meta({
    description: 'Name of an API token: overrides that are for it hold in the answer.',
  }),
})
export type PretendedHeaders = z.output<typeof PretendedHeaders>

/** Strategy that an override gives, as strategies of flags are. One that is disabled would do nothing. */
const OverrideStrategyInput = CreateStrategy.omit({ sortOrder: true })
  .extend({ disabled: z.literal(false).nullish() })
  .meta({ id: 'createOverrideStrategySchema' })
export type OverrideStrategyInput = z.output<typeof OverrideStrategyInput>

export const OverrideStrategies = z.array(OverrideStrategyInput).min(1).max(MAX_OVERRIDES_OF_FLAG)

/** End of an override: a time, or the next start of the service. */
const Until = z.union([InstantInput, z.literal(UNTIL_RESTART)])

/** New value, and how long it holds; Halyard's own. */
export const SetOverride = z
  .object({
    enabled: z.boolean(),
    variant: z.object({ name: urlFriendlyName('name'), payload: Payload.optional() }).nullish(),
    strategies: OverrideStrategies.nullish(),
    until: Until.nullish(),
  })
  .superRefine(({ enabled, variant, strategies }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message, input: field })
    if (!enabled && variant) refuse('variant', 'needs "enabled" to be true')
    if (!enabled && strategies) refuse('strategies', 'needs "enabled" to be true')
    if (variant && strategies) refuse('strategies', 'cannot be given with "variant"')
  })
  .meta({ id: 'setOverrideSchema' })
export type SetOverride = z.output<typeof SetOverride>

const OverrideStrategy = Strategy.omit({ id: true, sortOrder: true, disabled: true }).meta({
  id: 'overrideStrategySchema',
})
export type OverrideStrategy = z.output<typeof OverrideStrategy>

export const Override = z
  .object({
    feature: z.string(),
    project: z.string(),
    environment: z.string(),
    audience: z.string(),
    enabled: z.boolean(),
    variant: z.object({ name: z.string(), payload: Payload.optional() }).nullable(),
    /** Strategies in place of those of the flag; null: it is on or off for all of the audience. */
    strategies: z.array(OverrideStrategy).nullable(),
    /** Instant, or `restart`; null: until it is removed. */
    until: z.string().nullable(),
    createdBy: z.string(),
    createdAt: z.string(),
  })
  .meta({ id: 'overrideSchema' })
export type Override = z.output<typeof Override>
