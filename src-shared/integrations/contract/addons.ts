import { z } from 'zod'

import { Addon, AddonInput, AddonType, IntegrationEvent } from '../schemas/addon.ts'
import { integerParam, QueryInteger } from '../../schemas/scalars.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'

const tag = 'Addons'
const ADDONS = '/api/admin/addons'
const ADDON = `${ADDONS}/:id`
const AddonParams = z.object({ id: integerParam('id') })

export const getAddons = operation({
  operationId: 'getAddons',
  method: 'GET',
  path: ADDONS,
  tag,
  summary: 'Lists the integrations and the available types',
  access: audienceOnly,
  responses: {
    200: z.object({ addons: z.array(Addon), providers: z.array(AddonType) }).meta({ id: 'addonsSchema' }),
  },
})

export const createAddon = operation({
  operationId: 'createAddon',
  method: 'POST',
  path: ADDONS,
  tag,
  summary: 'Creates an integration',
  access: needs('CREATE_ADDON'),
  place: 'instance',
  body: AddonInput,
  responses: { 201: Addon },
})

export const getAddon = operation({
  operationId: 'getAddon',
  method: 'GET',
  path: ADDON,
  tag,
  summary: 'Returns an integration with its secrets masked',
  access: audienceOnly,
  params: AddonParams,
  responses: { 200: Addon },
  errors: [400, 404],
})

export const updateAddon = operation({
  operationId: 'updateAddon',
  method: 'PUT',
  path: ADDON,
  tag,
  summary: 'Replaces an integration; a parameter sent as ***** keeps its value',
  access: needs('UPDATE_ADDON'),
  place: 'instance',
  params: AddonParams,
  body: AddonInput,
  responses: { 200: Addon },
  errors: [404],
})

export const deleteAddon = operation({
  operationId: 'deleteAddon',
  method: 'DELETE',
  path: ADDON,
  tag,
  summary: 'Deletes an integration and its sent events',
  access: needs('DELETE_ADDON'),
  params: AddonParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [400, 404],
})

export const getIntegrationEvents = operation({
  operationId: 'getIntegrationEvents',
  method: 'GET',
  path: `${ADDON}/events`,
  tag,
  summary: 'Lists the events sent by an integration and their outcome, newest first',
  access: needs('ADMIN'),
  params: AddonParams,
  query: z.object({
    limit: QueryInteger.pipe(z.int().min(1).max(1000)).optional(),
    offset: QueryInteger.pipe(z.int().min(0)).optional(),
  }),
  responses: {
    200: z.object({ integrationEvents: z.array(IntegrationEvent) }).meta({ id: 'integrationEventsSchema' }),
  },
  errors: [404],
})
