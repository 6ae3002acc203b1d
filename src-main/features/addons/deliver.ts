import { setTimeout } from 'node:timers/promises'

import type { DescribedEvent } from '../events/index.ts'
import type { StoredAddon } from './addons.store.ts'
import type { Delivery } from './integration-events.store.ts'
import { explainFailure, post } from './post.ts'
import type { OutgoingRequest } from './requests/outgoing-request.ts'
import { renderTemplate } from './render-template.ts'
import { requestsOf } from './requests/requests-of.ts'
import { secretsOf, withoutSecrets } from './secrets.ts'
import type { UrlPolicy } from './url-policy.ts'

export interface DeliveryTerms {
  policy: UrlPolicy
  /** Where the pages are, for links; without a trailing slash. */
  pagesUrl: () => string
  timeoutMs: number
  /** How long before the one retry. */
  pauseMs: number
}

/** Of what was sent and came back, so much is kept. */
const MAX_KEPT = 4096

/**
 * Tells an integration of an event: each request once, and once more when that fails (semantics.md 10.6). Never throws,
 * but when `signal` ends it.
 */
export async function deliver(
  addon: StoredAddon,
  event: DescribedEvent,
  terms: DeliveryTerms,
  signal: AbortSignal,
): Promise<Delivery> {
  const { provider, parameters } = addon
  let text: string | undefined
  try {
    text = await textFor(addon, event)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { state: 'failed', stateDetails: why, details: { requests: [] } }
  }
  const requests = requestsOf(provider, { event, parameters, link: linkTo(event, terms.pagesUrl()), text })
  const secrets = secretsOf(provider, parameters)
  const sent: SentRequest[] = []
  for (const request of requests) sent.push(await sendTwice(request, terms, signal))
  const failures = sent.flatMap(({ problem, channel }) =>
    problem === undefined ? [] : [channel === undefined ? problem : `${channel}: ${problem}`],
  )
  const stateDetails =
    requests.length === 0 ? 'There is no channel to tell.' : failures.join(' ') || 'It was taken.'
  return {
    state: failures.length === sent.length ? 'failed' : failures.length > 0 ? 'successWithErrors' : 'success',
    stateDetails: withoutSecrets(stateDetails, secrets),
    details: { requests: sent.map((one) => maskIn(one, secrets)) },
  }
}

/** By the template; a webhook sends it as what its content type says, the others as a text within their own JSON. */
async function textFor(
  { provider, parameters }: StoredAddon,
  event: DescribedEvent,
): Promise<string | undefined> {
  const { bodyTemplate, contentType = 'application/json' } = parameters
  if (bodyTemplate === undefined) return undefined
  return renderTemplate(bodyTemplate, event, provider === 'webhook' ? contentType : 'text/plain')
}

interface SentRequest {
  channel?: string
  host: string
  body: string
  attempts: number
  status?: number
  answer?: string
  problem?: string
}

async function sendTwice(
  request: OutgoingRequest,
  terms: DeliveryTerms,
  signal: AbortSignal,
): Promise<SentRequest> {
  const first = await send(request, terms, signal)
  if (first.problem === undefined) return { ...first, attempts: 1 }
  await setTimeout(terms.pauseMs, undefined, { signal })
  return { ...(await send(request, terms, signal)), attempts: 2 }
}

async function send(
  { url, headers, body, channel, problemIn }: OutgoingRequest,
  { policy, timeoutMs }: DeliveryTerms,
  signal: AbortSignal,
): Promise<Omit<SentRequest, 'attempts'>> {
  const { hostname: host } = new URL(url)
  const sent = { ...(channel === undefined ? {} : { channel }), host, body }
  try {
    const { status, text } = await post(url, { headers, body, policy, timeoutMs, signal })
    const problem = problemOfStatus(status, host) ?? problemIn?.(text)
    return { ...sent, status, answer: text, ...(problem === undefined ? {} : { problem }) }
  } catch (error) {
    signal.throwIfAborted()
    return { ...sent, problem: explainFailure(error, host) }
  }
}

function problemOfStatus(status: number, host: string): string | undefined {
  if (status >= 200 && status < 300) return undefined
  if (status >= 300 && status < 400) return `${host} redirects elsewhere (${status}); that is not followed.`
  return `${host} answers ${status}.`
}

/** As it is kept: bounded, and without what is secret. */
function maskIn(sent: SentRequest, secrets: readonly string[]): SentRequest {
  // masked before it is cut: half of a secret is no longer found
  const kept = (text: string) => withoutSecrets(text, secrets).slice(0, MAX_KEPT)
  return {
    ...sent,
    body: kept(sent.body),
    ...(sent.answer === undefined ? {} : { answer: kept(sent.answer) }),
    ...(sent.problem === undefined ? {} : { problem: kept(sent.problem) }),
  }
}

function linkTo({ project, featureName }: DescribedEvent, base: string): string | undefined {
  if (project === null || featureName === null) return undefined
  return `${base}/projects/${encodeURIComponent(project)}/features/${encodeURIComponent(featureName)}`
}
