import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { PasswordSettings } from '../schemas/single-sign-on.ts'

const shared = {
  tag: 'Auth',
  path: '/api/admin/auth/simple/settings',
  access: needs(['ADMIN', 'UPDATE_AUTH_CONFIGURATION']),
  plan: 'enterprise',
} as const

export const getSimpleSettings = operation({
  ...shared,
  operationId: 'getSimpleSettings',
  method: 'GET',
  summary: 'Returns whether password sign-in is turned off',
  responses: { 200: PasswordSettings },
})

export const setSimpleSettings = operation({
  ...shared,
  operationId: 'setSimpleSettings',
  method: 'POST',
  summary: 'Switches password sign-in on or off',
  description:
    'It can be turned off once an Admin has signed in with single sign-on as it is set up now. `halyard serve ' +
    '--enable-passwords` turns it on again.',
  body: PasswordSettings,
  responses: { 200: PasswordSettings },
})
