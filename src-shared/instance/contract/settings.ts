import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { InstanceSettings, SetInstanceSettings } from '../schemas/settings.ts'

/** Below `maintenance`, so that maintenance mode does not refuse it. */
const SETTINGS = '/api/admin/maintenance/settings'

/** Halyard’s own. */
const shared = { tag: 'Maintenance', access: needs('ADMIN'), everywhere: true } as const

export const getInstanceSettings = operation({
  ...shared,
  operationId: 'getInstanceSettings',
  method: 'GET',
  path: SETTINGS,
  summary: 'Lists every setting of this Halyard with its value, its source and its meaning, without secrets',
  responses: { 200: InstanceSettings },
})

export const setInstanceSettings = operation({
  ...shared,
  operationId: 'setInstanceSettings',
  method: 'PUT',
  path: SETTINGS,
  summary: 'Changes the settings file of this Halyard, for its next start',
  description:
    'Settings that are not named stay as they are. A setting that a variable or an option of the command line sets is changed ' +
    'there. Settings that open the service to the network or hold a secret are not changed over the API.',
  body: SetInstanceSettings,
  responses: { 200: InstanceSettings },
  errors: [409],
})
