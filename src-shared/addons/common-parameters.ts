import type { AddonParameter } from './provider.ts'

export const customHeaders: AddonParameter = {
  name: 'customHeaders',
  displayName: 'Extra HTTP headers',
  placeholder: '{\n  "X-Team": "payments"\n}',
  description: '(Optional) Further headers of the request, as a JSON object of texts.',
  type: 'textfield',
  required: false,
  sensitive: true,
}
