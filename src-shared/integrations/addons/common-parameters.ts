import type { AddonParameter } from './provider.ts'

export const bodyTemplate: AddonParameter = {
  name: 'bodyTemplate',
  displayName: 'Body template',
  placeholder:
    '{\n  "event": "{{event.type}}",\n  "flag": "{{event.featureName}}",\n  "by": "{{event.createdBy}}"\n}',
  description:
    '(Optional) A mustache template for the body: {{event.type}} and any other event field, {{eventJson}}, {{eventMarkdown}}. {{ }} escapes values for the content type, {{{ }}} does not.',
  type: 'textfield',
  required: false,
  sensitive: false,
}

export const customHeaders: AddonParameter = {
  name: 'customHeaders',
  displayName: 'Extra HTTP headers',
  placeholder: '{\n  "X-Team": "payments"\n}',
  description: '(Optional) Additional request headers, as a JSON object of strings.',
  type: 'textfield',
  required: false,
  sensitive: true,
}
