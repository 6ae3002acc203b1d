import { z } from 'zod'

import { CdnToken, EdgeInstance, EdgeInstanceData } from '../schemas/edge-instance.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'

const tag = 'Unleash Edge'
const plan = 'enterprise'

export const registerEdgeObservabilityMetrics = operation({
  operationId: 'registerEdgeObservabilityMetrics',
  method: 'POST',
  path: '/api/client/metrics/edge',
  tag,
  plan,
  summary: 'Accepts the health and traffic report of an Edge instance',
  audience: 'client',
  access: audienceOnly,
  body: EdgeInstanceData,
  responses: { 202: null },
  lifecycle: { since: '6.10.0' },
})

export const edgeInstanceHeartbeat = operation({
  operationId: 'edgeInstanceHeartbeat',
  method: 'POST',
  path: '/api/client/edge-licensing/heartbeat',
  tag,
  plan,
  summary: 'Returns the licence state of an Edge instance, which is always valid',
  audience: 'client',
  access: audienceOnly,
  anyContentType: true,
  responses: {
    202: z
      .object({ edgeLicenseState: z.enum(['Valid', 'Invalid', 'Expired']) })
      .meta({ id: 'edgeLicenseStateSchema' }),
  },
  lifecycle: { since: '7.3.0' },
})

export const getEdgeInstances = operation({
  operationId: 'getEdgeInstances',
  method: 'GET',
  path: '/api/admin/edge-instances',
  tag,
  plan,
  summary: 'Lists the Edge instances that reported in the last week, the newest report first',
  access: needs(['ADMIN', 'READ_LOGS']),
  responses: { 200: z.object({ instances: z.array(EdgeInstance) }) },
  everywhere: true,
})

export const disconnectAll = operation({
  operationId: 'disconnectAll',
  method: 'POST',
  path: '/api/admin/streaming/disconnect-all',
  tag: 'Client',
  plan,
  summary: 'Ends all streams of the client API; SDKs connect again',
  access: needs('ADMIN'),
  anyContentType: true,
  responses: { 200: null },
  lifecycle: { since: '7.2.0' },
})

export const getCDNTokens = operation({
  operationId: 'getCDNTokens',
  method: 'GET',
  path: '/api/admin/cdn/tokens',
  tag: 'API tokens',
  plan,
  summary: 'Lists the tokens that were requested for a content delivery network',
  access: needs(['ADMIN', 'READ_FRONTEND_API_TOKEN']),
  responses: { 200: z.object({ tokens: z.array(CdnToken) }).meta({ id: 'cdnApiTokensSchema' }) },
  lifecycle: { since: '7.4.0' },
})

export const createCDNToken = operation({
  operationId: 'createCDNToken',
  method: 'POST',
  path: '/api/admin/cdn/tokens',
  tag: 'API tokens',
  plan,
  summary: 'Requests a token for a content delivery network',
  description: 'It has no secret: no network is connected to this instance.',
  access: needs(['ADMIN', 'CREATE_FRONTEND_API_TOKEN']),
  body: CdnToken,
  responses: { 202: null },
  lifecycle: { since: '7.4.0' },
})
