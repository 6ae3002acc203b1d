import type { AddonParameters } from '../../../../../../src-shared/integrations/addons/index.ts'
import type { DescribedEvent } from '../../../../audit/records/events/described-events.ts'

/** One request to be posted to a third party. */
export interface OutgoingRequest {
  url: string
  headers: Record<string, string>
  body: string
  /** Whom it is for, where there are several. */
  channel?: string
  /** What went wrong although it was answered with 2xx: some receivers say it in the body. */
  problemIn?: (answer: string) => string | undefined
}

export interface Occasion {
  event: DescribedEvent
  parameters: AddonParameters
  /** Of the flag that it is about, if any. */
  link: string | undefined
  /** What the template of the integration makes of the event, if it has one. */
  text?: string | undefined
}

/** Puts together what a provider is to be sent. */
export type MakeRequests = (occasion: Occasion) => OutgoingRequest[]

export const JSON_CONTENT = { 'content-type': 'application/json' }
