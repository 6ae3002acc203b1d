import type { AddonParameter } from './provider.ts'

export const bodyTemplate: AddonParameter = {
  name: 'bodyTemplate',
  displayName: 'Body template',
  placeholder:
    '{\n  "event": "{{event.type}}",\n  "flag": "{{event.featureName}}",\n  "by": "{{event.createdBy}}"\n}',
  description:
    '(Optional) A mustache template of what is sent: {{event.type}} and whatever else the event has, {{eventJson}}, {{eventMarkdown}}. In {{ }} values are escaped as the content type needs it, in {{{ }}} they are not.',
  type: 'textfield',
  required: false,
  sensitive: false,
}

export const customHeaders: AddonParameter = {
  name: 'customHeaders',
  displayName: 'Extra HTTP headers',
  placeholder: '{\n  "X-Team": "payments"\n}',
  description: '(Optional) Further headers of the request, as a JSON object of texts.',
  type: 'textfield',
  required: false,
  sensitive: true,
}
