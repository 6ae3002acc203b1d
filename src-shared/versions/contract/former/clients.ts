import { z } from 'zod'

import { ClientFeature, ClientFeatures } from '#shared/clients/schemas/client.ts'
import { BulkMetrics } from '#shared/flags/schemas/metrics.ts'
import { audienceOnly } from '#shared/contract-engine/access.ts'
import { FeaturesQuery, SdkHeaders } from '#shared/clients/contract/client-api.ts'
import { operation } from '#shared/contract-engine/operation.ts'

const shared = {
  tag: 'Client',
  audience: 'client',
  access: audienceOnly,
  query: FeaturesQuery,
  headers: SdkHeaders,
} as const

/** Document, "v3 to v5 and v3 to v4": a legacy v2 route. */
export const getLegacyClientFeatures = operation({
  ...shared,
  operationId: 'getLegacyClientFeatures',
  method: 'GET',
  path: '/api/features',
  summary: 'Returns all flags for SDKs of version 2',
  responses: { 200: z.object({ version: z.literal(1), features: z.array(ClientFeature) }) },
  lifecycle: { since: '3.0.0', removed: '4.0.0', replacement: '/api/client/features' },
})

/** Document, "v5 to v6": the legacy endpoint /api/feature. */
export const getClientFeaturesFormerly = operation({
  ...shared,
  operationId: 'getClientFeaturesFormerly',
  method: 'GET',
  path: '/api/feature',
  summary: 'Returns the same as /api/client/features',
  responses: { 200: ClientFeatures, 304: null },
  lifecycle: { since: '3.0.0', removed: '6.0.0', replacement: '/api/client/features' },
})

/** Document, "v5 to v6": edge proxies before 19.1.3 report here. */
export const registerEdgeMetrics = operation({
  operationId: 'registerEdgeMetrics',
  method: 'POST',
  path: '/edge/metrics',
  tag: 'Unleash Edge',
  summary: 'Accepts the metrics that an Edge or proxy collected from its SDKs',
  audience: 'client',
  access: audienceOnly,
  body: BulkMetrics,
  responses: { 202: null },
  lifecycle: { removed: '6.0.0', replacement: '/api/client/metrics/bulk' },
})
