import { z } from 'zod'

import { Instant, InstantInput } from '../../schemas/scalars.ts'
import { DELIVERY_ID_PLACES } from '../rules/delivery-id.ts'
import { ORDER_PLACES } from '../rules/signal-order.ts'

const SECRET_LENGTH = { min: 16, max: 500 }

/**
 * How a sender signs with its secret: the body by HMAC-SHA256 with the secret as text, or as Standard Webhooks does, by
 * HMAC-SHA256 (`whsec_`) or Ed25519 (`whpk_`, a public key).
 */
export const SENDER_SCHEMES = ['body', 'webhook', 'webhook-ed25519'] as const
export type SenderScheme = (typeof SENDER_SCHEMES)[number]

/** Secrets of one token at a time: the one that counts, and former ones that count for a while. */
export const MAX_SENDER_SECRETS = 4
/** Days that a former secret may count at most. */
export const MAX_OVERLAP_DAYS = 30

/** Secret that a sender signs with, and chose itself. No response contains it. */
export const SetSenderSecret = z
  .object({
    /** Until then, the secret that counted so far counts too. Absent: it is replaced at once. */
    formerUntil: InstantInput.optional(),
    secret: z
      .string()
      .trim()
      .min(
        SECRET_LENGTH.min,
        `A secret has at least ${SECRET_LENGTH.min} characters: shorter ones can be guessed.`,
      )
      .max(SECRET_LENGTH.max),
  })
  .meta({ id: 'setSenderSecretSchema' })

export const SenderSecret = z
  .object({
    id: z.int(),
    /** The token whose sender signs with it. */
    tokenId: z.int(),
    scheme: z.enum(SENDER_SCHEMES),
    setAt: Instant,
    /** End of a secret that another one replaces; null: it counts until it is replaced. */
    until: Instant.nullable(),
    /** False: this instance has another sealing key, so the secret has to be entered again. */
    isReadable: z.boolean(),
  })
  .meta({ id: 'senderSecretSchema' })
export type SenderSecret = z.output<typeof SenderSecret>

/** A header's name as HTTP has it. */
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/
/** Headers that name nothing, or hold secrets: an id is stored and shown. */
const NO_IDS = new Set([
  ...['authorization', 'proxy-authorization', 'cookie', 'x-api-key', 'x-gitlab-token'],
  ...['webhook-signature', 'x-hub-signature-256', 'sentry-hook-signature', 'x-pagerduty-signature'],
])

/** Makes the schema of a place in a request, which has a name where it is a header or a path into the payload. */
const placeSetting = <const Places extends readonly ['known' | 'none', ...string[]]>(places: Places) =>
  z
    .object({
      in: z.enum(places),
      /** Name of the header, or path into the payload such as `event.id`; null for the other places. */
      name: z.string().trim().min(1).max(200).nullable().default(null),
    })
    .superRefine((value, context) => {
      const refuse = (message: string) =>
        context.addIssue({ code: 'custom', path: ['name'], message, input: value.name })
      const isNamed = value.in === 'header' || value.in === 'path'
      if (isNamed && value.name === null)
        refuse(value.in === 'header' ? 'Name the header.' : 'Name the path into the payload.')
      else if (!isNamed && value.name !== null) refuse(`The place ${value.in} has no name.`)
      else if (value.in === 'header' && value.name !== null) {
        if (!HEADER_NAME.test(value.name)) refuse('This is not the name of a header.')
        else if (NO_IDS.has(value.name.toLowerCase()))
          refuse('This header holds a secret or a signature, and no id.')
      }
    })

/** Place of the id by which repeated deliveries to an endpoint are known. */
export const DeliveryIdSetting = placeSetting(DELIVERY_ID_PLACES).meta({ id: 'deliveryIdSettingSchema' })

/** Place of the time or the number by which late signals of an endpoint are known. */
export const OrderSetting = placeSetting(ORDER_PLACES).meta({ id: 'signalOrderSettingSchema' })
