import type { TagType } from '#shared/flags/schemas/tag.ts'

/** Parameter of an integration. `url` and `text` are one line, `textfield` is several. */
export interface AddonParameter {
  name: string
  displayName: string
  type: 'url' | 'text' | 'textfield'
  description?: string
  placeholder?: string
  required: boolean
  /** Never shown again once it is stored. */
  sensitive: boolean
}

/** A kind of integration, as data: the form, the checks and the list of providers are made of it. */
export interface AddonProvider {
  name: string
  displayName: string
  description: string
  documentationUrl: string
  howTo?: string
  /** Reason that no new one can be made. */
  deprecated?: string
  parameters: AddonParameter[]
  events: string[]
  /** Types of tags that it reads from flags; made when the first integration is. */
  tagTypes?: TagType[]
}

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
