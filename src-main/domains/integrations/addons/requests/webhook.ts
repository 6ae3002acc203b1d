import type { MakeRequests } from './outgoing-request.ts'

/**
 * The event as it is in the log, or as the template has it (docs/contract/integrations.md#integrations,
 * docs/contract/audit.md#events).
 */
export const webhookRequests: MakeRequests = ({ event, parameters, text }) => {
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
