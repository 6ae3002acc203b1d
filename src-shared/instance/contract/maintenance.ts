import { z } from 'zod'

import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'

const MAINTENANCE = '/api/admin/maintenance'
const shared = {
  tag: 'Maintenance',
  path: MAINTENANCE,
  access: needs(['ADMIN', 'UPDATE_MAINTENANCE_MODE']),
} as const

export const getMaintenance = operation({
  ...shared,
  operationId: 'getMaintenance',
  method: 'GET',
  summary: 'Returns whether the instance is in maintenance mode',
  responses: { 200: z.object({ enabled: z.boolean() }).meta({ id: 'maintenanceSchema' }) },
})

export const toggleMaintenance = operation({
  ...shared,
  operationId: 'toggleMaintenance',
  method: 'POST',
  summary: 'Turns maintenance mode on or off',
  description:
    'While it is on, POST, PUT and DELETE below /api/admin answer 503, other paths than this one; what the service ' +
    'does of its own accord rests. SDKs and signals are served as ever.',
  body: z.object({ enabled: z.boolean() }).meta({ id: 'toggleMaintenanceSchema' }),
  responses: { 204: null },
})
