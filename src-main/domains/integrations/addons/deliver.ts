import { setTimeout } from 'node:timers/promises'

import type { DescribedEvent } from '#domains/audit/events/described-events.ts'
import type { StoredAddon } from './addons.store.ts'
import type { Delivery } from './integration-events.store.ts'
import { outcomeOf, outcomeOfFailure } from './outcome.ts'
import type { OutgoingRequest } from './requests/outgoing-request.ts'
import { requestsFor } from './requests/requests-for.ts'
import { secretsOf } from './secrets.ts'
import { maskIn, sendRequest, type SendingTerms, type SentRequest } from './send-request.ts'

export interface DeliveryTerms extends SendingTerms {
  /** Returns the URL of the pages, for links, without a trailing slash. */
  pagesUrl: () => string
  /** Pause before the only retry, in milliseconds. */
  pauseMs: number
}

/**
 * Delivers an event to an integration. Each request is sent once, and once more if it fails
 * (docs/contract/integrations.md#integrations). Never throws, except when `signal` aborts it.
 */
export async function deliver(
  addon: StoredAddon,
  event: DescribedEvent,
  terms: DeliveryTerms,
  signal: AbortSignal,
): Promise<Delivery> {
  let requests: OutgoingRequest[]
  try {
    requests = await requestsFor(addon, event, linkTo(event, terms.pagesUrl()))
  } catch (error) {
    return { ...outcomeOfFailure(error), details: { requests: [] } }
  }
  const secrets = secretsOf(addon.provider, addon.parameters)
  const sent: RetriedRequest[] = []
  for (const request of requests) sent.push(await sendTwice(request, terms, signal))
  return {
    ...outcomeOf(sent, secrets),
    details: { requests: sent.map((one) => maskIn(one, secrets)) },
  }
}

interface RetriedRequest extends SentRequest {
  attempts: number
}

async function sendTwice(
  request: OutgoingRequest,
  terms: DeliveryTerms,
  signal: AbortSignal,
): Promise<RetriedRequest> {
  const first = await sendRequest(request, terms, signal)
  if (first.problem === undefined) return { ...first, attempts: 1 }
  await setTimeout(terms.pauseMs, undefined, { signal })
  return { ...(await sendRequest(request, terms, signal)), attempts: 2 }
}

function linkTo({ project, featureName }: DescribedEvent, base: string): string | undefined {
  if (project === null || featureName === null) return undefined
  return `${base}/projects/${encodeURIComponent(project)}/features/${encodeURIComponent(featureName)}`
}
