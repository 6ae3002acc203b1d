import { ALL_ADDON_EVENTS } from './addon-events.ts'
import { type AddonProvider, bodyTemplate, customHeaders } from './provider.ts'

/** Webhook provider, as in recorded exchange integrations/list-with-providers, as far as that goes. */
export const WEBHOOK: AddonProvider = {
  name: 'webhook',
  displayName: 'Webhook',
  description: 'A Webhook is a generic way to post messages from Unleash to third party services.',
  documentationUrl: 'https://docs.getunleash.io/docs/addons/webhook',
  howTo:
    'The Webhook Addon introduces a generic way to post messages from Unleash to third party services. Unleash allows you to define a webhook which listens for changes in Unleash and posts them to a third party services.',
  parameters: [
    {
      name: 'url',
      displayName: 'Webhook URL',
      description:
        '(Required) Unleash will perform a HTTP Post to the specified URL (one retry if first attempt fails)',
      type: 'url',
      required: true,
      sensitive: true,
    },
    {
      name: 'contentType',
      displayName: 'Content-Type',
      placeholder: 'application/json',
      description: '(Optional) The Content-Type header to use. Defaults to "application/json".',
      type: 'text',
      required: false,
      sensitive: false,
    },
    {
      name: 'authorization',
      displayName: 'Authorization',
      placeholder: '',
      description: '(Optional) The Authorization header to use. Not used if left blank.',
      type: 'text',
      required: false,
      sensitive: true,
    },
    customHeaders,
    bodyTemplate,
  ],
  events: ALL_ADDON_EVENTS,
}
