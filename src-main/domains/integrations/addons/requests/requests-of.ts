import { ownValue } from '#shared/own-value.ts'
import { parseHeaders } from '../custom-headers.ts'
import { datadogRequests } from './datadog.ts'
import { newRelicRequests } from './new-relic.ts'
import type { MakeRequests, OutgoingRequest, RequestContent } from './outgoing-request.ts'
import { slackAppRequests, slackRequests } from './slack.ts'
import { teamsRequests, teamsWorkflowRequests } from './teams.ts'

/**
 * The event as it is in the log, or as the template has it (docs/contract/integrations.md#integrations,
 * docs/contract/audit.md#events).
 */
const webhookRequests: MakeRequests = ({ event, parameters, text }) => {
  const { label: _label, summary: _summary, ...logged } = event
  const { url = '', contentType = 'application/json', authorization } = parameters
  return [
    {
      url,
      headers: { 'content-type': contentType, ...(authorization === undefined ? {} : { authorization }) },
      body: text ?? JSON.stringify(logged),
    },
  ]
}

/** By provider (src-shared/integrations/addons/providers.ts). */
const MAKERS: Record<string, MakeRequests> = {
  webhook: webhookRequests,
  'slack-app': slackAppRequests,
  slack: slackRequests,
  teams: teamsRequests,
  teamsworkflow: teamsWorkflowRequests,
  datadog: datadogRequests,
  'new-relic': newRelicRequests,
}

/**
 * Builds the requests to a provider, with the integration's custom headers. Custom headers never replace the
 * required ones.
 */
export function requestsOf(provider: string, occasion: RequestContent): OutgoingRequest[] {
  const { customHeaders } = occasion.parameters
  const extra = customHeaders === undefined ? {} : (parseHeaders(customHeaders) ?? {})
  const requests = ownValue(MAKERS, provider)?.(occasion) ?? []
  return requests.map((request) => ({
    ...request,
    headers: { 'user-agent': 'halyard', ...extra, ...request.headers },
  }))
}
