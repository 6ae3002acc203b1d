import type { Actor, Identity } from '#kernel/caller.ts'
import type { AppError } from '#kernel/app-error.ts'
import type { SentRequest } from '#kernel/route.ts'
import { ownValue } from '#shared/own-value.ts'
import { deliveryIdOf, type DeliveryIdPlace } from '#shared/signals/rules/index.ts'
import type { SenderCheck, SenderCheckName } from '#shared/signals/schemas/sender-request.ts'
import type { TokenKind } from '#shared/signals/schemas/signal.ts'
import type { SignalEndpointDirectory } from '../signal-endpoints/signal-endpoint-directory.ts'
import type { StoredSignalEndpoint } from '../signal-endpoints/signal-endpoints.store.ts'
import { problemOfTime, readSignedDelivery } from '../signal-endpoints/webhook-signature.ts'
import {
  digestsIn,
  isOfEndpoint,
  SIGNATURE_HEADERS,
  TOKEN_HEADER,
  tokenIn,
  tokenKindOf,
  WORDS,
} from './admit-sender.ts'
import { OtherPayload, type ReceivedSignal } from './receive-signals.ts'
import type { AcceptedFacts } from './signal.ts'

type Finding = Omit<SenderCheck, 'check'>
type Findings = Record<SenderCheckName, Finding>
type Headers = SentRequest['headers']

const passed = (at: string | null, message: string): Finding => ({
  result: 'passed',
  at,
  message,
  advice: null,
})
const failed = (at: string | null, message: string, advice: string): Finding => ({
  ...{ result: 'failed', at, message, advice },
})
const unused = (message: string, advice: string | null = null): Finding => ({
  ...{ result: 'unused', at: null, message, advice },
})
const UNCHECKED: Finding = {
  ...{ result: 'unchecked', at: null, message: 'The request was refused before this.', advice: null },
}

const toChecks = (findings: Findings): SenderCheck[] =>
  (Object.entries(findings) as [SenderCheckName, Finding][]).map(([check, finding]) => ({
    check,
    ...finding,
  }))

const AUTHORIZATION = 'authorization'
const TIMESTAMP = 'webhook-timestamp'
const SIGNATURE = 'webhook-signature'
/** Bytes of a refused body that are read once more. */
const MAX_READ_AGAIN = 10_000

/** Picks the facts of a request while it is accepted: cheap, as each signal has them. */
export function acceptedFacts(
  actor: Extract<Actor, { kind: 'signal-token' }>,
  headers: Readonly<Record<string, unknown>>,
): AcceptedFacts {
  const proof = actor.proof ?? 'token'
  const textOf = (name: string) => {
    const value = ownValue(headers, name)
    return typeof value === 'string' ? value : undefined
  }
  const length = Number(textOf('content-length'))
  return {
    proof,
    header: headerOfProof(proof, (name) => textOf(name) !== undefined),
    timestamp: proof === 'standard-webhooks' ? textOf(TIMESTAMP) : undefined,
    bytes: Number.isSafeInteger(length) ? length : null,
  }
}

function headerOfProof(proof: AcceptedFacts['proof'], has: (name: string) => boolean): string {
  if (proof === 'standard-webhooks') return SIGNATURE
  if (proof === 'signature') return SIGNATURE_HEADERS.find(({ name }) => has(name))?.name ?? ''
  return has(AUTHORIZATION) ? AUTHORIZATION : TOKEN_HEADER
}

const NO_ID = unused(
  'The request has no id: sent again, it is a signal of its own.',
  'Send an id of its own with each delivery, such as the header Idempotency-Key, or choose the place of the id with Edit.',
)

/** Makes the checks of an accepted request. */
export function checksOfAccepted(
  { proof, header, timestamp, bytes }: AcceptedFacts,
  { kind, at }: Pick<ReceivedSignal, 'kind' | 'at'>,
): SenderCheck[] {
  const isToken = proof === 'token'
  const id = {
    new: 'The id is new.',
    repeated: 'The id came before with the same payload: the answer is the first one, and no action starts.',
  }
  return toChecks({
    size: passed(null, bytes === null ? 'The size is taken.' : `${bytes} bytes are taken.`),
    token: isToken
      ? passed(header, 'A token of this endpoint.')
      : unused('The sender signs, and needs no token.'),
    signature: isToken
      ? unused('The token says who sends.')
      : passed(header, 'A secret of this endpoint made the signature.'),
    time:
      timestamp === undefined
        ? unused('Only Standard Webhooks sign a time.')
        : passed(TIMESTAMP, `${timestamp} was within the tolerance.`),
    rate: passed(null, 'Not too many signals from this address.'),
    body: passed(null, 'The body is JSON, or empty.'),
    endpoint: passed(null, 'The endpoint is on.'),
    'delivery-id': at === undefined || kind === 'other' ? NO_ID : passed(placeInWords(at), id[kind]),
  })
}

const reasonOf = ({ details: [first], message }: AppError) => first?.message ?? message

/** `/headers/webhook-id` is the header, and `/body/event.id` a path. */
const placeInWords = (at: string) => at.replace(/^\/(headers|body)\//, '')

interface RefusedRequest {
  directory: SignalEndpointDirectory
  endpoint: StoredSignalEndpoint
  identity: Identity
  refusal: AppError
  sent: SentRequest
  now: Date
}

/** Makes the checks of a refused request: also those that the refusal kept from being made, where they cost little. */
export function checksOfRefused(request: RefusedRequest): SenderCheck[] {
  const { directory, endpoint, refusal, sent } = request
  const { status } = refusal
  const message = reasonOf(refusal)
  const isTooLarge = status === 413
  const token = tokenFinding(request)
  const body = bodyFinding(request)
  return toChecks({
    size: isTooLarge
      ? failed(null, message, 'Send less, such as the fields that filters and people need.')
      : passed(null, `${sent.bytes.length} bytes are taken.`),
    token,
    signature: isTooLarge ? UNCHECKED : signatureFinding(request, token),
    time: isTooLarge ? UNCHECKED : timeFinding(request, token),
    rate: rateFinding(status, message),
    body: body.finding,
    endpoint: endpoint.enabled
      ? passed(null, 'The endpoint is on.')
      : failed(null, 'The endpoint is turned off.', 'Turn it on with Edit.'),
    'delivery-id':
      refusal instanceof OtherPayload
        ? failed(
            placeInWords(refusal.at),
            message,
            'Give each delivery an id of its own, or choose another place of the id with Edit.',
          )
        : idFinding(directory.deliveryIdPlaceOf(endpoint.id), sent.headers, body.payload),
  })
}

const TOKEN_ADVICE: Partial<Record<TokenKind, string>> = {
  unknown: 'Copy the whole token, or make another one on the page Tokens. It may have been deleted.',
  signal: 'Send a token of this endpoint, or to the endpoint that the token belongs to.',
}

function tokenFinding({ directory, endpoint, identity, sent: { headers } }: RefusedRequest): Finding {
  if (isOfEndpoint(identity.actor, endpoint)) return passed(AUTHORIZATION, 'A token of this endpoint.')
  if (identity.presented || identity.session !== undefined) {
    const kind = tokenKindOf(identity)
    const advice = TOKEN_ADVICE[kind] ?? 'Send a token of this endpoint: make one on the page Tokens.'
    return failed(AUTHORIZATION, `Expected a token of this endpoint, and found ${WORDS[kind]}.`, advice)
  }
  const token = tokenIn(headers)
  if (token !== undefined)
    return isOfEndpoint(directory.authenticate(token), endpoint)
      ? passed(TOKEN_HEADER, 'A token of this endpoint.')
      : failed(TOKEN_HEADER, 'Expected a token of this endpoint.', TOKEN_ADVICE.unknown ?? '')
  if (signatureHeaderOf(headers) !== undefined) return unused('The sender signs, and needs no token.')
  return failed(
    AUTHORIZATION,
    'Expected "Bearer <token>", and found neither a token nor a signature.',
    'Send the header Authorization with a token of this endpoint, or a signature.',
  )
}

/** Finds the header that a sender signs with. */
function signatureHeaderOf(headers: Headers): string | undefined {
  const has = (name: string) => ownValue(headers, name) !== undefined
  const body = SIGNATURE_HEADERS.find(({ name }) => has(name))?.name
  return body ?? (has(SIGNATURE) || has(TIMESTAMP) ? SIGNATURE : undefined)
}

function signatureFinding({ directory, endpoint, sent, now }: RefusedRequest, token: Finding): Finding {
  const at = signatureHeaderOf(sent.headers)
  if (at === undefined) return unused('The request has no signature.')
  // intake looks at a token first
  if (token.result !== 'unused') return unused('A token was sent, so the signature was not looked at.')
  const schemes = directory.schemesAt(endpoint.id, now)
  if (at !== SIGNATURE) {
    const digests = digestsIn(sent.headers)
    if (digests.length === 0)
      return failed(at, `Expected ${formOf(at)}.`, 'Send the HMAC-SHA256 of the body, in hexadecimal.')
    return directory.signedBy(endpoint.id, sent.bytes, digests, now)
      ? passed(at, 'A secret of this endpoint made the signature.')
      : failed(at, 'No secret of this endpoint made the signature.', SIGN_BODY_ADVICE)
  }
  const delivery = readSignedDelivery(sent.headers)
  if (!delivery || 'problem' in delivery)
    return failed(
      at,
      `Expected webhook-id, webhook-timestamp and webhook-signature: ${delivery?.problem}.`,
      'Send all three headers.',
    )
  if (directory.webhookSignedBy(endpoint.id, sent.bytes, delivery, now))
    return passed(at, 'A secret of this endpoint made the signature.')
  const versions = [...new Set(delivery.signatures.map(({ version }) => version.slice(0, 10)))].join(', ')
  const found = `Expected a signature of "id.time.body" by a secret of this endpoint, and found ${versions || 'none that can be read'}.`
  if (!schemes.has('webhook') && !schemes.has('webhook-ed25519'))
    return failed(
      at,
      found,
      'No token of this endpoint has a secret whsec_ or whpk_: enter it on the page Tokens, with Secret.',
    )
  return failed(
    at,
    found,
    'Sign the body as it is sent, byte by byte, with the same secret: base64 after whsec_ is the key. Send "v1," and the signature in base64.',
  )
}

const SIGN_BODY_ADVICE =
  'Sign the body as it is sent, byte by byte, with the signing secret of a token, or enter the secret of the sender on the page Tokens, with Secret.'

const formOf = (header: string) => {
  const prefix = SIGNATURE_HEADERS.find(({ name }) => name === header)?.prefix ?? ''
  return `${prefix}<64 hexadecimal digits>`
}

function timeFinding({ sent: { headers }, now }: RefusedRequest, token: Finding): Finding {
  const delivery = readSignedDelivery(headers)
  if (!delivery || 'problem' in delivery || token.result !== 'unused')
    return unused('Only Standard Webhooks sign a time.')
  const problem = problemOfTime(delivery, now)
  if (problem === undefined) return passed(TIMESTAMP, `${delivery.timestamp} is within the tolerance.`)
  const [message = '', ...advice] = problem.split('. ')
  return failed(
    TIMESTAMP,
    `Expected ${message.replace('the header', 'another time:')}.`,
    `${advice.join('. ')}.`,
  )
}

function rateFinding(status: number, message: string): Finding {
  if (status === 429)
    return failed(
      null,
      message,
      'Send less often, send again after the time in Retry-After, or change the limit in the configuration.',
    )
  return status === 401 || status === 413
    ? UNCHECKED
    : passed(null, 'Not too many signals from this address.')
}

/** Checks a body, and reads it where that costs little. */
function bodyFinding({ refusal, sent }: RefusedRequest): { finding: Finding; payload?: unknown } {
  const { status } = refusal
  const message = reasonOf(refusal)
  const type = ownValue(sent.headers, 'content-type')
  const advice = 'Send JSON, with Content-Type: application/json.'
  if (status === 415) return { finding: failed('content-type', message, advice) }
  if (status === 413 || sent.bytes.length > MAX_READ_AGAIN) {
    const isFault = status === 400 && !(refusal instanceof OtherPayload)
    return { finding: isFault ? failed(null, message, advice) : UNCHECKED }
  }
  try {
    const payload: unknown = sent.bytes.length === 0 ? {} : JSON.parse(sent.bytes.toString('utf8'))
    const isJson = typeof type === 'string' && type.split(';')[0]?.trim().toLowerCase() === 'application/json'
    if (sent.bytes.length > 0 && !isJson)
      return { finding: failed('content-type', 'Expected application/json.', advice), payload }
    if (status === 400 && !(refusal instanceof OtherPayload))
      return { finding: failed(null, message, advice), payload }
    return { finding: passed(null, 'The body is JSON, or empty.'), payload }
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 100) : 'it cannot be read'
    return { finding: failed(null, `The body is not JSON: ${reason}`, advice) }
  }
}

function idFinding(place: DeliveryIdPlace, headers: Headers, payload: unknown): Finding {
  const found = deliveryIdOf(place, { headers, payload })
  if (found === undefined) return payload === undefined ? UNCHECKED : NO_ID
  return passed(placeInWords(found.at), 'The request has an id. A request that was refused leaves none.')
}
