import { FLAG_EVENTS } from './addon-events.ts'
import { type AddonProvider, bodyTemplate, customHeaders } from './provider.ts'

/** Posts to the events API of Datadog. */
export const DATADOG: AddonProvider = {
  name: 'datadog',
  displayName: 'Datadog',
  description: 'Posts what happens to flags into the event stream of Datadog.',
  documentationUrl: 'https://docs.datadoghq.com/api/latest/events/#post-an-event',
  howTo: 'Tags of the type datadog on a flag become tags of its events.',
  parameters: [
    {
      name: 'url',
      displayName: 'Datadog events URL',
      placeholder: 'https://api.datadoghq.com/api/v1/events',
      description:
        '(Optional) The events URL of your Datadog site. Defaults to https://api.datadoghq.com/api/v1/events; in the EU it is https://api.datadoghq.eu/api/v1/events.',
      type: 'url',
      required: false,
      sensitive: false,
    },
    {
      name: 'apiKey',
      displayName: 'Datadog API key',
      placeholder: '',
      description: '(Required) An API key of your Datadog organisation.',
      type: 'text',
      required: true,
      sensitive: true,
    },
    {
      name: 'sourceTypeName',
      displayName: 'Source type name',
      placeholder: '',
      description: '(Optional) The source_type_name of the events, as Datadog lists them.',
      type: 'text',
      required: false,
      sensitive: false,
    },
    customHeaders,
    bodyTemplate,
  ],
  events: FLAG_EVENTS,
  tagTypes: [
    {
      name: 'datadog',
      description: 'Tags of the events that Datadog is sent about the flag.',
      icon: 'D',
      color: null,
    },
  ],
}

/** Posts to the event API of New Relic. */
export const NEW_RELIC: AddonProvider = {
  name: 'new-relic',
  displayName: 'New Relic',
  description: 'Posts what happens to flags to the event API of New Relic.',
  documentationUrl: 'https://docs.newrelic.com/docs/data-apis/ingest-apis/event-api/introduction-event-api/',
  howTo: 'Tags of the type new-relic on a flag are sent with its events.',
  parameters: [
    {
      name: 'url',
      displayName: 'New Relic events URL',
      placeholder: 'https://insights-collector.newrelic.com/v1/accounts/YOUR_ACCOUNT_ID/events',
      description: '(Required) The URL of the event API with the id of your account.',
      type: 'url',
      required: true,
      sensitive: false,
    },
    {
      name: 'licenseKey',
      displayName: 'New Relic licence key',
      placeholder: '',
      description: '(Required) The licence key of that account.',
      type: 'text',
      required: true,
      sensitive: true,
    },
    customHeaders,
    bodyTemplate,
  ],
  events: FLAG_EVENTS,
  tagTypes: [
    {
      name: 'new-relic',
      description: 'Words that New Relic is sent with the events about the flag.',
      icon: 'N',
      color: null,
    },
  ],
}
