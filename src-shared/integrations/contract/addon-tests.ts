import { z } from 'zod'

import { AddonInput } from '../schemas/addon.ts'
import { AddonTest, FailingAddons } from '../schemas/addon-test.ts'
import { integerParam } from '../../schemas/scalars.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'

/** Halyard's own: the service it is compatible with tells integrations of real events only (ADR 0022). */
const shared = {
  method: 'POST',
  tag: 'Addons',
  everywhere: true,
  body: AddonInput,
  responses: { 200: AddonTest },
} as const

export const testNewAddon = operation({
  ...shared,
  operationId: 'testNewAddon',
  path: '/api/admin/addons/test',
  summary: 'Sends a test event with the settings of a new integration, without saving them',
  access: needs('CREATE_ADDON'),
  place: 'instance',
  errors: [429],
})

export const testAddon = operation({
  ...shared,
  operationId: 'testAddon',
  path: '/api/admin/addons/:id/test',
  summary: 'Sends a test event with changed settings of an integration, without saving them',
  description:
    'The body is that of a change: a parameter that is sent as ***** has its stored value. What `getAddon` answers tests the integration as it is.',
  access: needs('UPDATE_ADDON'),
  place: 'instance',
  params: z.object({ id: integerParam('id') }),
  errors: [404, 429],
})

export const getFailingAddons = operation({
  method: 'GET',
  tag: 'Addons',
  everywhere: true,
  operationId: 'getFailingAddons',
  path: '/api/admin/addons/failing',
  summary: 'Lists the integrations whose last delivery failed, with the number of failures',
  access: audienceOnly,
  responses: { 200: FailingAddons },
})
