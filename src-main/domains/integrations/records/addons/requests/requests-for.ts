import type { AddonParameters } from '../../../../../../src-shared/integrations/addons/index.ts'
import type { DescribedEvent } from '../../../../audit/records/events/described-events.ts'
import { renderTemplate } from '../render-template.ts'
import type { OutgoingRequest } from './outgoing-request.ts'
import { requestsOf } from './requests-of.ts'

/** Integration to notify, stored or not. */
export interface Target {
  provider: string
  parameters: AddonParameters
}

/** The requests that tell an integration of an event. `link` is of its flag, if any. Throws when a template goes too far. */
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

/** By the template; a webhook sends it as what its content type says, the others as a text within their own JSON. */
async function textFor({ provider, parameters }: Target, event: DescribedEvent): Promise<string | undefined> {
  const { bodyTemplate, contentType = 'application/json' } = parameters
  if (bodyTemplate === undefined) return undefined
  return renderTemplate(bodyTemplate, event, provider === 'webhook' ? contentType : 'text/plain')
}
