import type { Request } from '#shared/contract/index.ts'
import type { callSignalEndpoint } from '#shared/signals/contract/signals.ts'
import type { SignalHeaders, TokenKind } from '#shared/signals/schemas/signal.ts'
import { AppError } from '#kernel/app-error.ts'
import type { Actor, Caller, Identity } from '#kernel/caller.ts'
import type { SentRequest } from '#kernel/route.ts'
import type { SignalEndpointDirectory } from '../signal-endpoints/signal-endpoint-directory.ts'
import { ownValue } from '#shared/own-value.ts'
import {
  problemOfTime,
  readSignedDelivery,
  type SignedDelivery,
} from '../signal-endpoints/webhook-signature.ts'

/** Texts for what was sent in place of a token of the endpoint. */
export const WORDS: Record<TokenKind, string> = {
  none: 'no token',
  unknown: 'a token that is not known',
  client: 'a backend token of SDKs',
  frontend: 'a frontend token of SDKs',
  admin: 'an admin token',
  personal: 'a personal access token',
  session: 'a session, and no token',
  signal: 'a token of another signal endpoint',
}

const KINDS: Partial<Record<Actor['kind'], TokenKind>> = {
  'backend-token': 'client',
  'frontend-token': 'frontend',
  'admin-token': 'admin',
  'signal-token': 'signal',
}

export function tokenKindOf({ actor, presented, session }: Identity): TokenKind {
  if (session !== undefined) return 'session'
  if (actor.kind === 'anonymous') return presented ? 'unknown' : 'none'
  return KINDS[actor.kind] ?? 'personal'
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Form of a header in which senders sign a body by HMAC-SHA256, in hex. */
interface SignatureHeader {
  name: string
  /** Text before the digest. */
  prefix: string
  /** Signatures that the header may have, divided by commas. */
  most: number
}

/** The forms of GitHub and those that do as it does, of Sentry, and of PagerDuty, which signs by each of its secrets. */
export const SIGNATURE_HEADERS: readonly SignatureHeader[] = [
  { name: 'x-hub-signature-256', prefix: 'sha256=', most: 1 },
  { name: 'sentry-hook-signature', prefix: '', most: 1 },
  { name: 'x-pagerduty-signature', prefix: 'v1=', most: 10 },
]

const DIGEST = /^[0-9a-f]{64}$/

/** Header in which GitLab sends its token. */
export const TOKEN_HEADER = 'x-gitlab-token'

/** Finds the digests that a sender signed its body with. Parts of another form do not count. */
export const digestsIn = (headers: Headers): Buffer[] =>
  SIGNATURE_HEADERS.flatMap(({ name, prefix, most }) => {
    const sent = ownValue(headers, name)
    if (typeof sent !== 'string') return []
    const parts = most === 1 ? [sent] : sent.split(',', most).map((part) => part.trim())
    return parts.flatMap((part) => {
      const digest = part.startsWith(prefix) ? part.slice(prefix.length) : ''
      return DIGEST.test(digest) ? [Buffer.from(digest, 'hex')] : []
    })
  })

/** Finds a token that a sender cannot put into the Authorization header. */
export function tokenIn(headers: Headers): string | undefined {
  const token = ownValue(headers, TOKEN_HEADER)
  return typeof token === 'string' && token !== '' ? token : undefined
}

/** Checks that an actor is a token of an endpoint; of any, if the endpoint is unknown. */
export const isOfEndpoint = (actor: Actor | undefined, endpoint: { id: number } | undefined): boolean =>
  actor?.kind === 'signal-token' && (!endpoint || endpoint.id === actor.endpointId)

/**
 * Accepts senders with a token of the endpoint, in a header of their own too, or a signature by a secret of one (docs/signals.md). The
 * 401 names the presented and the expected token, or the header that is wrong, for whoever set up the sender. An unknown endpoint name
 * is rejected by the use case.
 */
export function admitSender(
  directory: SignalEndpointDirectory,
  comer: Identity,
  { name, now }: { name: string; now: Date },
  { headers, bytes }: SentRequest,
): Actor {
  const endpoint = directory.named(name)
  if (isOfEndpoint(comer.actor, endpoint)) return comer.actor
  const digests = digestsIn(headers)
  const token = comer.presented ? undefined : tokenIn(headers)
  if (!comer.presented) {
    const actor =
      token === undefined
        ? endpoint && directory.signedBy(endpoint.id, bytes, digests, now)
        : directory.authenticate(token)
    if (actor && isOfEndpoint(actor, endpoint)) return actor
  }
  const presented = token === undefined ? tokenKindOf(comer) : 'unknown'
  const refuse = (message: string) =>
    new AppError('UnauthorizedError', message, { extra: { presented, expected: 'signal' } })
  if (presented === 'none') {
    const delivery = readSignedDelivery(headers)
    const signed = delivery && admitSigned(directory, endpoint?.id, { delivery, bytes, now })
    if (typeof signed === 'string')
      throw refuse(`The delivery to the signal endpoint "${name}" is not signed as expected: ${signed}.`)
    if (signed) return signed
  }
  const words =
    presented === 'none' && digests.length > 0
      ? 'a signature that no secret of its tokens made'
      : WORDS[presented]
  throw refuse(
    `A token of the signal endpoint "${name}" is expected, as "Authorization: Bearer <token>". You presented ${words}.`,
  )
}

/** Finds the actor of a delivery that is signed as Standard Webhooks does, or says in words why there is none. */
function admitSigned(
  directory: SignalEndpointDirectory,
  endpointId: number | undefined,
  { delivery, bytes, now }: { delivery: SignedDelivery | { problem: string }; bytes: Buffer; now: Date },
): Actor | string {
  if ('problem' in delivery) return delivery.problem
  const actor =
    endpointId === undefined ? undefined : directory.webhookSignedBy(endpointId, bytes, delivery, now)
  if (!actor) return 'the header webhook-signature has no signature that a secret of its tokens made'
  // only the holder of a secret learns the time here
  return problemOfTime(delivery, now) ?? actor
}

const MAX_HEADER = 200

/** Picks the headers that describe the sender, never its credentials. */
export function toHeaders(
  { ip, userAgent }: Caller,
  headers: Request<typeof callSignalEndpoint>['headers'],
): SignalHeaders {
  const said = {
    ip,
    userAgent,
    contentType: headers['content-type'],
    requestId: headers['x-request-id'],
    traceparent: headers.traceparent,
  }
  return Object.fromEntries(
    Object.entries(said).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value.slice(0, MAX_HEADER)]],
    ),
  )
}
