import { z } from 'zod'

import { FEW, MANY, Name } from '../../schemas/bounded.ts'
import { InstantInput, urlFriendlyName } from '../../schemas/scalars.ts'
import { Payload } from './variant.ts'

/** The most overrides of an instance: each flag that has some is written anew for SDKs. */
export const MAX_OVERRIDES = MANY
/** The most overrides of a flag in an environment: each is a strategy that SDKs evaluate. */
export const MAX_OVERRIDES_OF_FLAG = FEW

/** Kinds of audiences that a server SDK tells apart by itself, and the context field that does it. */
export const AUDIENCE_FIELDS = { user: 'userId', session: 'sessionId', application: 'appName' } as const
export type AudienceKind = keyof typeof AUDIENCE_FIELDS

/** Those for whom an override holds: `everybody`, `user:7`, `session:abc` or `application:checkout`. */
export const Audience = Name.regex(
  /^(everybody|(user|session|application):.+)$/su,
  'must be "everybody", or "user:", "session:" or "application:" with a value',
)

/** Value that an override gives. */
const OverrideValue = {
  enabled: z.boolean(),
  variant: z.object({ name: urlFriendlyName('name'), payload: Payload.optional() }).nullish(),
}

/** New value, and how long it holds; Halyard's own. */
export const SetOverride = z
  .object({ ...OverrideValue, until: InstantInput.nullish() })
  .refine(({ enabled, variant }) => enabled || !variant, {
    path: ['variant'],
    message: 'needs "enabled" to be true',
  })
  .meta({ id: 'setOverrideSchema' })

export const Override = z
  .object({
    feature: z.string(),
    project: z.string(),
    environment: z.string(),
    audience: z.string(),
    enabled: z.boolean(),
    variant: z.object({ name: z.string(), payload: Payload.optional() }).nullable(),
    until: z.string().nullable(),
    createdBy: z.string(),
    createdAt: z.string(),
  })
  .meta({ id: 'overrideSchema' })
export type Override = z.output<typeof Override>
