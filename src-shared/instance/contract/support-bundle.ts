import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { SupportBundle } from '../schemas/support-bundle.ts'

/** Halyard’s own. */
export const getSupportBundle = operation({
  operationId: 'getSupportBundle',
  method: 'GET',
  // below `maintenance`, so that maintenance mode does not refuse it
  path: '/api/admin/maintenance/support-bundle',
  tag: 'Maintenance',
  access: needs('ADMIN'),
  everywhere: true,
  summary: 'Collects facts for a bug report: versions, state, settings, sizes and the last lines of the log',
  description: 'Tokens, passwords and other secrets are left out. Nothing is sent anywhere.',
  responses: { 200: SupportBundle },
})
