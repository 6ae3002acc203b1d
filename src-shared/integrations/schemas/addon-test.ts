import { z } from 'zod'

import { Event } from '#shared/audit/schemas/event.ts'
import { Instant } from '#shared/schemas/scalars.ts'
import { DELIVERY_STATES } from './addon.ts'

/** Request of a test, without its secrets, and the response. */
export const AddonTestRequest = z
  .object({
    /** Channel that the request was for, if there are several. */
    channel: z.string().nullable(),
    host: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
    durationMs: z.int().min(0),
    /** null: there was no answer. */
    status: z.int().nullable(),
    answer: z.string().nullable(),
    /** Problem of the request. null: the receiver accepted it. */
    problem: z.string().nullable(),
  })
  .meta({ id: 'addonTestRequestSchema' })
export type AddonTestRequest = z.output<typeof AddonTestRequest>

/** Result of a test of an integration. Its event is made up, and is in no log. */
export const AddonTest = z
  .object({
    state: z.enum(DELIVERY_STATES),
    stateDetails: z.string(),
    durationMs: z.int().min(0),
    event: Event,
    requests: z.array(AddonTestRequest),
  })
  .meta({ id: 'addonTestSchema' })
export type AddonTest = z.output<typeof AddonTest>

export const FailingAddons = z
  .object({
    failing: z.array(
      z.object({
        id: z.int(),
        provider: z.string(),
        description: z.string().nullable(),
        /** Deliveries that failed since the last that did not. */
        failures: z.int(),
        lastAt: Instant,
      }),
    ),
  })
  .meta({ id: 'failingAddonsSchema' })
