import { ownValue } from '#shared/own-value.ts'
import { parseHeaders } from '../custom-headers.ts'
import { datadogRequests } from './datadog.ts'
import { newRelicRequests } from './new-relic.ts'
import type { MakeRequests, RequestContent, OutgoingRequest } from './outgoing-request.ts'
import { slackAppRequests, slackRequests } from './slack.ts'
import { teamsRequests, teamsWorkflowRequests } from './teams.ts'
import { webhookRequests } from './webhook.ts'

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
