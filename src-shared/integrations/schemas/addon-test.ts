import { z } from 'zod'

import { DELIVERY_STATES } from './addon.ts'
import { Event } from '../../audit/schemas/event.ts'

/** One request of a test: what was sent, without what is secret of it, and what came back. */
export const AddonTestRequest = z
  .object({
    /** Whom it was for, where there are several. */
    channel: z.string().nullable(),
    host: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
    durationMs: z.int().min(0),
    /** null: there was no answer. */
    status: z.int().nullable(),
    answer: z.string().nullable(),
    /** What went wrong; null: it was taken. */
    problem: z.string().nullable(),
  })
  .meta({ id: 'addonTestRequestSchema' })
export type AddonTestRequest = z.output<typeof AddonTestRequest>

/** What became of a test of an integration. Its event happened nowhere, and is in no log. */
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
