import type { DescribedEvent } from '#domains/audit/events/described-events.ts'
import type { AddonParameters } from '#shared/integrations/addons/index.ts'

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

/** Lists the place and author of an event, for cards. */
export function factsOf(event: DescribedEvent): { name: string; value: string }[] {
  const facts = [
    { name: 'Flag', value: event.featureName },
    { name: 'Project', value: event.project },
    { name: 'Environment', value: event.environment },
    { name: 'By', value: event.createdBy },
  ]
  return facts.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]))
}

/** The values of the flag's tags of a type. */
export function tagsOf(event: DescribedEvent, type: string): string[] {
  return event.tags.filter((tag) => tag.type === type).map(({ value }) => value)
}
