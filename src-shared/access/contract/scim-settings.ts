import { ScimOverview, ScimSettings, ScimToken, SetScimSettings } from '../schemas/scim.ts'
import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'

const SETTINGS = '/api/admin/scim-settings'
const shared = {
  tag: 'Auth',
  access: needs(['ADMIN', 'UPDATE_AUTH_CONFIGURATION']),
  plan: 'enterprise',
  lifecycle: { since: '6.0.0' },
} as const

export const getScimSettings = operation({
  ...shared,
  operationId: 'getScimSettings',
  method: 'GET',
  path: SETTINGS,
  summary: 'Tells whether SCIM is on, and whether it has a token',
  responses: { 200: ScimSettings },
})

export const setScimSettings = operation({
  ...shared,
  operationId: 'setScimSettings',
  method: 'POST',
  path: SETTINGS,
  summary: 'Turns SCIM on or off',
  description: 'While SCIM is off, the identity provider gets 403. Its users and groups stay.',
  body: SetScimSettings,
  responses: { 200: null },
})

export const generateNewToken = operation({
  ...shared,
  operationId: 'generateNewToken',
  method: 'POST',
  path: `${SETTINGS}/generate-new-token`,
  summary: 'Creates a new token for SCIM; the former token stops working',
  anyContentType: true,
  responses: { 200: ScimToken },
})

export const getScimOverview = operation({
  ...shared,
  operationId: 'getScimOverview',
  method: 'GET',
  path: `${SETTINGS}/overview`,
  summary: 'Returns the state of SCIM, with the latest requests of the identity provider',
  responses: { 200: ScimOverview },
  everywhere: true,
})
