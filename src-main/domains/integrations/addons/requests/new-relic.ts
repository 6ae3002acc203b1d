import { JSON_CONTENT, type MakeRequests, tagsOf } from './outgoing-request.ts'

/** The longest text of an attribute that New Relic takes. */
const MAX_TEXT = 4096

/** A custom event of New Relic: flat, with texts and numbers only (docs.newrelic.com, Event API). */
export const newRelicRequests: MakeRequests = ({ event, parameters, text }) => {
  const { url = '', licenseKey = '' } = parameters
  const attributes = {
    featureName: event.featureName,
    project: event.project,
    environment: event.environment,
    tags: tagsOf(event, 'new-relic').join(','),
    data: event.data && JSON.stringify(event.data),
  }
  const known = Object.entries(attributes).filter(([, value]) => value !== null && value !== '')
  return [
    {
      url,
      headers: { ...JSON_CONTENT, 'api-key': licenseKey },
      body: JSON.stringify({
        eventType: 'FeatureFlagEvent',
        timestamp: Date.parse(event.createdAt),
        flagEventId: event.id,
        flagEventType: event.type,
        title: event.label,
        text: (text ?? event.summary).slice(0, MAX_TEXT),
        createdBy: event.createdBy,
        ...Object.fromEntries(known.map(([name, value]) => [name, value?.slice(0, MAX_TEXT)])),
      }),
    },
  ]
}
