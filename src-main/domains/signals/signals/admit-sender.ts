import type { Request } from '#shared/contract/index.ts'
import type { callSignalEndpoint } from '#shared/signals/contract/signals.ts'
import type { SignalHeaders, TokenKind } from '#shared/signals/schemas/signal.ts'
import { AppError } from '#kernel/app-error.ts'
import type { Actor, Caller, Identity } from '#kernel/caller.ts'
import type { SentRequest } from '#kernel/route.ts'
import { digestsIn, tokenIn } from './sender-signature.ts'
import type { SignalEndpointDirectory } from '../signal-endpoints/signal-endpoint-directory.ts'

const WORDS: Record<TokenKind, string> = {
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

/**
 * Accepts senders with a token of the endpoint, in a header of their own too, or a signature by a secret of one (docs/signals.md). The
 * 401 names the presented and the expected token, for whoever set up the sender. An unknown endpoint name is rejected by
 * the use case.
 */
export function admitSender(
  directory: SignalEndpointDirectory,
  comer: Identity,
  name: string,
  { headers, bytes }: SentRequest,
): Actor {
  const endpoint = directory.named(name)
  const fits = (actor: Actor | undefined) =>
    actor?.kind === 'signal-token' && (!endpoint || endpoint.id === actor.endpointId)
  if (fits(comer.actor)) return comer.actor
  const digests = digestsIn(headers)
  const token = comer.presented ? undefined : tokenIn(headers)
  if (!comer.presented) {
    const actor =
      token === undefined
        ? endpoint && directory.signedBy(endpoint.id, bytes, digests)
        : directory.authenticate(token)
    if (actor && fits(actor)) return actor
  }
  const presented = token === undefined ? tokenKindOf(comer) : 'unknown'
  const words =
    presented === 'none' && digests.length > 0
      ? 'a signature that no secret of its tokens made'
      : WORDS[presented]
  throw new AppError(
    'UnauthorizedError',
    `A token of the signal endpoint "${name}" is expected, as "Authorization: Bearer <token>". You presented ${words}.`,
    { extra: { presented, expected: 'signal' } },
  )
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
