import type { AddonParameters } from '#shared/integrations/addons/index.ts'
import type { DescribedEvent } from '#domains/audit/events/described-events.ts'
import { renderTemplate } from '../render-template.ts'
import type { OutgoingRequest } from './outgoing-request.ts'
import { requestsOf } from './requests-of.ts'

/** Integration to notify, stored or not. */
export interface Target {
  provider: string
  parameters: AddonParameters
}

/**
 * Builds the requests that deliver an event to an integration. `link` is the URL of its flag, if any. Throws
 * if a template exceeds its limits.
 */
export async function requestsFor(
  { provider, parameters }: Target,
  event: DescribedEvent,
  link: string | undefined,
): Promise<OutgoingRequest[]> {
  return requestsOf(provider, {
    event,
    parameters,
    link,
    text: await textFor({ provider, parameters }, event),
  })
}

/**
 * Renders the template. A webhook sends the text with its own content type; the others put it into their own
 * JSON.
 */
async function textFor({ provider, parameters }: Target, event: DescribedEvent): Promise<string | undefined> {
  const { bodyTemplate, contentType = 'application/json' } = parameters
  if (bodyTemplate === undefined) return undefined
  return renderTemplate(bodyTemplate, event, provider === 'webhook' ? contentType : 'text/plain')
}
