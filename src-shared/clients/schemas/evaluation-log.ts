import { z } from 'zod'

import { Instant } from '../../schemas/scalars.ts'

/** A call of an SDK: what it asked with, and how much it got. */
export const LoggedCall = z
  .object({
    id: z.int(),
    /**
     * frontend: flags were evaluated here; client: the SDK got the configuration, to evaluate itself; reported: an SDK
     * evaluated itself, and reported that by OpenTelemetry.
     */
    kind: z.enum(['frontend', 'client', 'reported']),
    /** The last time; `count`: how many calls just like it there were in a row. */
    at: Instant,
    count: z.int(),
    appName: z.string().nullable(),
    tokenName: z.string(),
    environment: z.string(),
    revision: z.int(),
    /** 304: nothing had changed. */
    status: z.int(),
    /** Number of flags visible to the request, or reported. `enabled`: how many were on (frontend requests only). */
    flags: z.int(),
    enabled: z.int().nullable(),
    /** Flags whose result an override decided (frontend requests only); null: not known any more. */
    overridden: z.int().nullable(),
    context: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'loggedCallSchema' })
export type LoggedCall = z.output<typeof LoggedCall>

/** Result of one flag for a request, with the reason. */
export const LoggedFlag = z.object({
  name: z.string(),
  /** null: the SDK that decided reported a value of another type, or none. */
  enabled: z.boolean().nullable(),
  variant: z.string().nullable(),
  /** Value that the SDK reported, as text; null: none, or it was decided here. */
  value: z.string().nullable(),
  decidedBy: z.enum(['halyard', 'sdk']),
  reason: z.string(),
  explanation: z.array(z.string()),
  /** Audience of the override that decided it, such as `user:7`; null: none did. */
  override: z.string().nullable(),
})
export type LoggedFlag = z.output<typeof LoggedFlag>
