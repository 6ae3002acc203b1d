import type { RejectedRequest } from '#kernel/route.ts'
import {
  MAX_SENDER_REQUESTS,
  REQUEST_OUTCOMES,
  type RequestOutcome,
  type SenderCheck,
  type SenderRequest,
} from '#shared/signals/schemas/sender-request.ts'
import type { SignalEndpointDirectory } from '../signal-endpoints/signal-endpoint-directory.ts'
import { tokenKindOf } from './admit-sender.ts'
import type { ReceivedSignal } from './receive-signals.ts'
import type { RefusedSignals } from './refused-signals.ts'
import { checksOfAccepted, checksOfRefused } from './sender-checks.ts'
import type { SignalFeed } from './signal-updates.ts'

const MAX_ENDPOINTS = 200
const MAX_TEXT = 200

/** A request with its checks, which are put into words only if somebody looks. */
export interface ExaminedRequest extends Omit<SenderRequest, 'id' | 'checks'> {
  checks: () => SenderCheck[]
}

type Counts = Record<RequestOutcome, number>
const noCounts = () => Object.fromEntries(REQUEST_OUTCOMES.map((outcome) => [outcome, 0])) as Counts

interface Kept {
  requests: (ExaminedRequest & { id: number })[]
  counts: Counts
}

/**
 * The last requests to each endpoint with the number of all, for whoever sets up a sender. In memory only: they say what is wrong now, and refused requests are
 * on the disk anyway.
 */
export class SenderRequests {
  /** By the id of the endpoint, the one that was asked longest ago first. */
  readonly #kept = new Map<number, Kept>()
  /** Requests to all endpoints, also to those that there are not. */
  readonly totals: Readonly<Counts> = noCounts()
  #lastId = 0

  /** Counts a request; keeps it with its checks, if its endpoint is known. */
  add(outcome: RequestOutcome, endpointId?: number, request?: ExaminedRequest): void {
    const totals: Counts = this.totals
    totals[outcome] += 1
    if (endpointId === undefined || !request) return
    const kept = this.#kept.get(endpointId) ?? { requests: [], counts: noCounts() }
    this.#kept.delete(endpointId)
    this.#kept.set(endpointId, kept)
    this.#lastId += 1
    const userAgent = request.userAgent?.slice(0, MAX_TEXT) ?? null
    kept.counts[outcome] += 1
    kept.requests.push({ ...request, userAgent, id: this.#lastId })
    if (kept.requests.length > MAX_SENDER_REQUESTS) kept.requests.shift()
    if (this.#kept.size <= MAX_ENDPOINTS) return
    const [oldest] = this.#kept.keys()
    if (oldest !== undefined) this.#kept.delete(oldest)
  }

  /** Lists the requests to an endpoint, newest first. */
  list(endpointId: number): SenderRequest[] {
    const { requests = [] } = this.#kept.get(endpointId) ?? {}
    return requests.map((one) => ({ ...one, checks: one.checks() })).reverse()
  }

  /** Counts the requests to an endpoint by outcome, those that came. */
  countsOf(endpointId: number): { outcome: RequestOutcome; requests: number }[] {
    const { counts } = this.#kept.get(endpointId) ?? {}
    return REQUEST_OUTCOMES.flatMap((outcome) => {
      const requests = counts?.[outcome] ?? 0
      return requests === 0 ? [] : [{ outcome, requests }]
    })
  }
}

/** Notes a request that was accepted. */
export function noteAccepted(log: SenderRequests, { kind, at, signal, incoming }: ReceivedSignal): void {
  const { facts, headers, sourceId } = incoming
  if (!facts) return
  log.add(kind === 'repeated' ? 'repeated' : 'stored', sourceId, {
    receivedAt: incoming.createdAt,
    status: 200,
    signalId: signal.id,
    ip: headers?.ip ?? null,
    userAgent: headers?.userAgent ?? null,
    checks: () => checksOfAccepted(facts, { kind, at }),
  })
}

interface RefusalLogs {
  signalEndpoints: SignalEndpointDirectory
  refusedSignals: RefusedSignals
  senderRequests: SenderRequests
  signalFeed: SignalFeed
}

/** Notes a request that was refused, so that its sender can find out why no signals come in. Its body is not kept. */
export function noteRefused(
  { signalEndpoints, refusedSignals, senderRequests, signalFeed }: RefusalLogs,
  { params: { name: endpointName = '' }, identity, refusal, sent, ip, userAgent: agent }: RejectedRequest,
  now: Date,
): void {
  const { status, message: reason } = refusal
  const tokenKind = tokenKindOf(identity)
  const userAgent = agent ?? null
  refusedSignals.add({ endpointName, status, reason, tokenKind, ip, userAgent }, now)
  const endpoint = signalEndpoints.named(endpointName)
  if (endpoint) {
    const checks = checksOfRefused({ directory: signalEndpoints, endpoint, identity, refusal, sent, now })
    const receivedAt = now.toISOString()
    senderRequests.add(checks.find(({ result }) => result === 'failed')?.check ?? 'other', endpoint.id, {
      ...{ receivedAt, status, signalId: null, ip, userAgent },
      checks: () => checks,
    })
  } else senderRequests.add('endpoint')
  signalFeed.publish({ kind: 'refused', endpointName, status })
}
