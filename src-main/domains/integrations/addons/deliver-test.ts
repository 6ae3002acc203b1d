import { MASK } from '#shared/integrations/addons/index.ts'
import type { AddonTest, AddonTestRequest } from '#shared/integrations/schemas/addon-test.ts'
import type { DescribedEvent } from '#domains/audit/events/described-events.ts'
import { outcomeOf, outcomeOfFailure } from './outcome.ts'
import type { OutgoingRequest } from './requests/outgoing-request.ts'
import { requestsFor, type Target } from './requests/requests-for.ts'
import { secretsOf } from './secrets.ts'
import { maskIn, sendRequest, type SendingTerms, type SentRequest } from './send-request.ts'

/** So many channels are told by a test; more of them would say no more. */
const MAX_TOLD = 5

/** Headers whose values are ours to show; any other may hold a secret. */
const OPEN_HEADERS: readonly string[] = ['content-type', 'user-agent']

/**
 * Tells an integration of a test event: each request once, all at the same time, so that it takes no longer than one
 * answer may. Links to no flag, for there is none. Never throws, but when `signal` ends it.
 */
export async function deliverTest(
  target: Target,
  { label, summary, ...event }: DescribedEvent,
  terms: SendingTerms,
  signal: AbortSignal,
): Promise<AddonTest> {
  const elapsed = stopwatch()
  let requests: OutgoingRequest[]
  try {
    requests = await requestsFor(target, { ...event, label, summary }, undefined)
  } catch (error) {
    return { ...outcomeOfFailure(error), durationMs: elapsed(), event, requests: [] }
  }
  const secrets = secretsOf(target.provider, target.parameters)
  const told = requests.slice(0, MAX_TOLD)
  const sent = await Promise.all(told.map((request) => sendTimed(request, terms, signal)))
  const { state, stateDetails } = outcomeOf(sent, secrets)
  const left = requests.length - told.length
  return {
    state,
    stateDetails:
      left === 0 ? stateDetails : `${stateDetails} A test tells the first ${MAX_TOLD} channels only.`,
    durationMs: elapsed(),
    event,
    requests: sent.map((one) => toShown(maskIn(one, secrets))),
  }
}

interface TimedRequest extends SentRequest {
  headers: Record<string, string>
  durationMs: number
}

async function sendTimed(
  request: OutgoingRequest,
  terms: SendingTerms,
  signal: AbortSignal,
): Promise<TimedRequest> {
  const elapsed = stopwatch()
  const sent = await sendRequest(request, terms, signal)
  return { ...sent, headers: request.headers, durationMs: elapsed() }
}

function toShown({ headers, ...sent }: TimedRequest): AddonTestRequest {
  const { channel = null, status = null, answer = null, problem = null, host, body, durationMs } = sent
  const shown = Object.entries(headers).map(([name, value]) => [
    name,
    OPEN_HEADERS.includes(name) ? value : MASK,
  ])
  return {
    channel,
    host,
    headers: Object.fromEntries(shown) as Record<string, string>,
    body,
    durationMs,
    status,
    answer,
    problem,
  }
}

function stopwatch(): () => number {
  const began = performance.now()
  return () => Math.round(performance.now() - began)
}
