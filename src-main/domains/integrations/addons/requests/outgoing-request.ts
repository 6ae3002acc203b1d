import type { AddonParameters } from '#shared/integrations/addons/index.ts'
import type { DescribedEvent } from '#domains/audit/events/described-events.ts'

/** One request to be posted to a third party. */
export interface OutgoingRequest {
  url: string
  headers: Record<string, string>
  body: string
  /** Channel of the request, if there are several. */
  channel?: string
  /** Finds the error in the body of a 2xx response, as some receivers report errors there. */
  problemIn?: (answer: string) => string | undefined
}

export interface RequestContent {
  event: DescribedEvent
  parameters: AddonParameters
  /** Link to the flag of the event, if any. */
  link: string | undefined
  /** Text of the integration's template for the event, if it has a template. */
  text?: string | undefined
}

/** Function that builds the requests to a provider. */
export type MakeRequests = (occasion: RequestContent) => OutgoingRequest[]

export const JSON_CONTENT = { 'content-type': 'application/json' }
