import { z } from 'zod'

import { integerParam } from '../../schemas/scalars.ts'
import { Listener, Listeners, ListenerSettings, NewListener } from '../schemas/listener.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'

/** Halyard's own: further ports, each answering as a version of the contract (ADR 0019). */
const LISTENERS = '/api/admin/listeners'
const shared = { tag: 'Listeners', everywhere: true } as const
const admin = needs('ADMIN')
const PortParams = z.object({ port: integerParam('port') })

export const getListeners = operation({
  ...shared,
  operationId: 'getListeners',
  method: 'GET',
  path: LISTENERS,
  summary: 'Lists the further ports and the contract version of each',
  access: audienceOnly,
  responses: { 200: Listeners },
})

export const addListener = operation({
  ...shared,
  operationId: 'addListener',
  method: 'POST',
  path: LISTENERS,
  summary: 'Opens a port that serves another version of the contract',
  access: admin,
  body: NewListener,
  responses: { 201: Listener },
  errors: [409],
})

export const updateListener = operation({
  ...shared,
  operationId: 'updateListener',
  method: 'PUT',
  path: `${LISTENERS}/:port`,
  summary: 'Changes the contract version of a further port',
  access: admin,
  params: PortParams,
  body: ListenerSettings,
  responses: { 200: Listener },
  errors: [403, 404],
})

export const removeListener = operation({
  ...shared,
  operationId: 'removeListener',
  method: 'DELETE',
  path: `${LISTENERS}/:port`,
  summary: 'Closes a further port',
  access: admin,
  params: PortParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [400, 403, 404],
})
