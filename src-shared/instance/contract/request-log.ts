import { z } from 'zod'

import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { integerParam, QueryBoolean, QueryInteger } from '../../schemas/scalars.ts'
import {
  LoggedRequestDetails,
  RequestLogPage,
  RequestLogState,
  STATUS_CLASSES,
} from '../schemas/request-log.ts'
import { Line } from '../../schemas/bounded.ts'

const LOG = '/api/admin/request-log'
/** Paths name private projects, and bodies hold what people wrote. */
const shared = { everywhere: true, tag: 'Request log', access: needs('ADMIN') } as const

/** Longest time for which one request turns recording of bodies on. */
export const MAX_BODY_MINUTES = 15

export const getRequestLog = operation({
  ...shared,
  operationId: 'getRequestLog',
  method: 'GET',
  path: LOG,
  summary: 'Lists the latest requests to the ports of this process, newest first',
  description:
    'The requests are in memory, up to a number and a size; a restart forgets them. Secrets are masked. Requests of ' +
    'the window itself are left out.',
  query: z.object({
    /** Part of the path or of the operation id. */
    query: Line.optional(),
    /** Part of the caller's name, kind, address or SDK. */
    caller: Line.optional(),
    method: Line.optional(),
    operation: Line.optional(),
    status: z.enum(STATUS_CLASSES).optional(),
    refused: QueryBoolean.optional(),
    /** Newest request to list. */
    until: QueryInteger.optional(),
    limit: QueryInteger.pipe(z.int().min(1).max(2000)).optional(),
    offset: QueryInteger.pipe(z.int().min(0).max(2000)).optional(),
  }),
  responses: { 200: RequestLogPage },
})

export const getLoggedRequest = operation({
  ...shared,
  operationId: 'getLoggedRequest',
  method: 'GET',
  path: `${LOG}/:id`,
  summary: 'Returns a logged request with its headers, bodies and the reasons of its decision',
  params: z.object({ id: integerParam('id') }),
  responses: { 200: LoggedRequestDetails },
  errors: [400, 404],
})

export const clearRequestLog = operation({
  ...shared,
  operationId: 'clearRequestLog',
  method: 'DELETE',
  path: LOG,
  summary: 'Deletes all logged requests',
  responses: { 204: null },
})

export const updateRequestLog = operation({
  ...shared,
  operationId: 'updateRequestLog',
  method: 'PUT',
  path: `${LOG}/settings`,
  summary: 'Turns the request log on or off',
  description: 'Turning it off forgets all logged requests. The setting is kept over restarts.',
  body: z.object({ enabled: z.boolean() }).meta({ id: 'updateRequestLogSchema' }),
  responses: { 200: RequestLogState },
})

export const recordRequestBodies = operation({
  ...shared,
  operationId: 'recordRequestBodies',
  method: 'POST',
  path: `${LOG}/bodies`,
  summary: 'Records the bodies of requests and responses for some minutes; 0 ends it',
  description:
    'Bodies are JSON of at most 32 kB, with secrets masked. Bodies of sign-ins, integrations and other operations that ' +
    'carry secrets are never recorded.',
  body: z.object({ minutes: z.int().min(0).max(MAX_BODY_MINUTES) }).meta({ id: 'recordRequestBodiesSchema' }),
  responses: { 200: RequestLogState },
  errors: [409],
})
