import { z } from 'zod'

import { CoercedText, Instant } from '../../schemas/scalars.ts'

const NAME_RULE = 'Name must only contain alphanumeric lowercase characters, dashes and underscores.'
const MAX_NAME = 100
const MAX_DESCRIPTION = 1000

/** A token of a signal endpoint: it says who sends. The secret is in no list (docs/contract/signals.md#records). */
export const SignalEndpointToken = z
  .object({
    id: z.int(),
    name: z.string(),
    signalEndpointId: z.int(),
    createdAt: Instant,
    createdByUserId: z.int(),
  })
  .meta({ id: 'signalEndpointTokenSchema' })
export type SignalEndpointToken = z.output<typeof SignalEndpointToken>

export const CreatedSignalEndpointToken = SignalEndpointToken.extend({
  /** The secret: in this answer alone. */
  token: z.string(),
}).meta({ id: 'createdSignalEndpointTokenSchema' })

/** A place that other systems send signals to, by its name (document: "Signal endpoint and signal"). */
export const SignalEndpoint = z
  .object({
    id: z.int(),
    enabled: z.boolean(),
    name: z.string(),
    description: z.string().nullable(),
    createdAt: Instant,
    createdByUserId: z.int(),
    tokens: z.array(SignalEndpointToken),
  })
  .meta({ id: 'signalEndpointSchema' })
export type SignalEndpoint = z.output<typeof SignalEndpoint>

/** Response of create and update. */
export const SignalEndpointWithUrl = SignalEndpoint.extend({ url: z.string() }).meta({
  id: 'signalEndpointWithUrlSchema',
})

/** Part of a URL (docs/contract/signals.md#endpoint-name). */
const EndpointName = CoercedText.superRefine((value, context) => {
  const message =
    value === '' || !/^[a-z0-9\-_]*$/.test(value)
      ? NAME_RULE
      : value.length > MAX_NAME
        ? `Name must have at most ${MAX_NAME} characters.`
        : undefined
  if (message) context.addIssue({ code: 'custom', message, input: value })
})

export const UpsertSignalEndpoint = z
  .object({
    name: EndpointName,
    description: z.string().max(MAX_DESCRIPTION).nullish(),
    enabled: z.boolean().optional(),
  })
  .meta({ id: 'upsertSignalEndpointSchema' })
export type UpsertSignalEndpoint = z.output<typeof UpsertSignalEndpoint>

export const UpsertSignalEndpointToken = z
  .object({ name: z.string().trim().min(1).max(MAX_NAME) })
  .meta({ id: 'upsertSignalEndpointTokenSchema' })
