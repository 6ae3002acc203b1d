import { createHmac, createPublicKey, timingSafeEqual, verify, type KeyObject } from 'node:crypto'

import { badData } from '#kernel/app-error.ts'
import type { SenderScheme } from '#shared/signals/schemas/sender.ts'
import { ownValue } from '#shared/own-value.ts'

/** Signatures as Standard Webhooks defines them (https://www.standardwebhooks.com, version 1.0.0; ADR 85). */

/** Time that the clock of a sender may be before or after ours. */
const TOLERANCE_SECONDS = 5 * 60
/** Signatures of a request that are looked at: each public key takes time for each. */
const MAX_SIGNATURES = 5
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/
const SECRET_BYTES = { min: 24, max: 64 }
const PUBLIC_KEY_BYTES = 32
/** A full stop within would let the same signature count for another id, time and body. */
const ID = /^[\x21-\x2d\x2f-\x7e]{1,255}$/
const TIMESTAMP = /^\d{1,12}$/

const HMAC_PREFIX = 'whsec_'
const PUBLIC_PREFIX = 'whpk_'
const PRIVATE_PREFIX = 'whsk_'

/** Finds how a sender signs with a secret, by its prefix. Throws 400 where the form of the secret is wrong. */
export function schemeOf(secret: string): SenderScheme {
  if (secret.startsWith(PRIVATE_PREFIX))
    throw unusable(
      'The private key of the sender begins with whsk_. Enter its public key, which begins with whpk_.',
    )
  if (secret.startsWith(HMAC_PREFIX)) {
    const bytes = bytesOf(secret.slice(HMAC_PREFIX.length))?.length ?? 0
    if (bytes < SECRET_BYTES.min || bytes > SECRET_BYTES.max)
      throw unusable(
        `After whsec_ follow ${SECRET_BYTES.min} to ${SECRET_BYTES.max} bytes in base64. Copy the whole secret.`,
      )
    return 'webhook'
  }
  if (secret.startsWith(PUBLIC_PREFIX)) {
    if (bytesOf(secret.slice(PUBLIC_PREFIX.length))?.length !== PUBLIC_KEY_BYTES)
      throw unusable(`After whpk_ follow ${PUBLIC_KEY_BYTES} bytes in base64. Copy the whole key.`)
    return 'webhook-ed25519'
  }
  return 'body'
}

const unusable = (text: string) => badData(text, '/body/secret')

const bytesOf = (base64: string) => (BASE64.test(base64) ? Buffer.from(base64, 'base64') : undefined)

/** Key that signatures are checked with. */
export type WebhookKey = { scheme: 'webhook'; secret: Buffer } | { scheme: 'webhook-ed25519'; key: KeyObject }

/** Builds the key of a secret whose form was checked. */
export function webhookKeyOf(scheme: Exclude<SenderScheme, 'body'>, secret: string): WebhookKey {
  const base64 = secret.slice(secret.indexOf('_') + 1)
  if (scheme === 'webhook') return { scheme, secret: Buffer.from(base64, 'base64') }
  const x = Buffer.from(base64, 'base64').toString('base64url')
  return { scheme, key: createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }) }
}

/** Signed delivery, as its headers say: not yet checked. */
export interface SignedDelivery {
  id: string
  timestamp: string
  signatures: readonly { version: string; bytes: Buffer }[]
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

const HEADERS = { id: 'webhook-id', timestamp: 'webhook-timestamp', signature: 'webhook-signature' } as const

/** Reads the headers of a signed delivery. Returns undefined if it has none of them, and a problem in words if they are wrong. */
export function readSignedDelivery(headers: Headers): SignedDelivery | { problem: string } | undefined {
  const signature = ownValue(headers, HEADERS.signature)
  const timestamp = ownValue(headers, HEADERS.timestamp)
  const id = ownValue(headers, HEADERS.id)
  if (signature === undefined && timestamp === undefined) return undefined
  for (const [name, value] of [
    [HEADERS.signature, signature],
    [HEADERS.timestamp, timestamp],
    [HEADERS.id, id],
  ] as const)
    if (typeof value !== 'string' || value === '') return { problem: `the header ${name} is missing` }
  if (!ID.test(String(id)))
    return { problem: `the header ${HEADERS.id} has a full stop or a space, or is too long` }
  if (!TIMESTAMP.test(String(timestamp)))
    return { problem: `the header ${HEADERS.timestamp} is no time in seconds` }
  const signatures = String(signature)
    .split(' ', MAX_SIGNATURES)
    .flatMap((part) => {
      const [version, base64 = '', ...rest] = part.split(',')
      const bytes = rest.length === 0 ? bytesOf(base64) : undefined
      return version !== undefined && bytes ? [{ version, bytes }] : []
    })
  return { id: String(id), timestamp: String(timestamp), signatures }
}

/** Bytes that a sender signs. */
export const signedContent = ({ id, timestamp }: SignedDelivery, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body])

/** Checks that a key made one of the signatures of a content. */
export function isSignedWith(key: WebhookKey, content: Buffer, { signatures }: SignedDelivery): boolean {
  if (key.scheme === 'webhook-ed25519')
    return signatures.some(({ version, bytes }) => version === 'v1a' && verify(null, content, key.key, bytes))
  const made = createHmac('sha256', key.secret).update(content).digest()
  return signatures.some(
    ({ version, bytes }) => version === 'v1' && bytes.length === made.length && timingSafeEqual(made, bytes),
  )
}

/** Says in words that a delivery is too old or of the future. Returns undefined if its time is right. */
export function problemOfTime({ timestamp }: SignedDelivery, now: Date): string | undefined {
  const here = Math.floor(now.getTime() / 1000)
  const ahead = Number(timestamp) - here
  if (Math.abs(ahead) <= TOLERANCE_SECONDS) return undefined
  const side = ahead < 0 ? 'before' : 'after'
  return (
    `the header ${HEADERS.timestamp} (${timestamp}) is more than ${TOLERANCE_SECONDS / 60} minutes ${side} the time here (${here}). ` +
    'Send the delivery with its time and a new signature, or set the clock'
  )
}
