import type { Service } from '../service/service.ts'
import { createApiToken } from '#shared/access/contract/api-tokens.ts'

const BUCKET = 60_000

/** Impact metrics of the shop, by the variant that was served. */
const labelsOf = (variant: string) => ({
  appName: 'shop',
  environment: 'development',
  'checkout-redesign': variant,
})
const ORDERS = {
  name: 'orders',
  help: 'Orders that were placed',
  type: 'counter',
  samples: [
    { value: 41, labels: labelsOf('blue') },
    { value: 17, labels: labelsOf('red') },
  ],
}
const UPSTREAM = { avg: 12, count: 40, p99: 55 }
const EDGE = {
  identifier: 'edge-eu-1',
  appName: 'edge',
  region: 'eu-north-1',
  edgeVersion: '20.1.0',
  started: new Date().toISOString(),
  traffic: { get: {}, post: {}, accessDenied: {}, cachedResponses: {} },
  latencyUpstream: { features: UPSTREAM, metrics: UPSTREAM, edge: UPSTREAM },
  connectedStreamingClients: 3,
  connectedEdges: [],
  processMetrics: { cpuUsage: 12, memoryUsage: 148_000_000 },
  requestsSinceLastReport: { '/api/frontend': { requests200: 1200, requests304: 4100 } },
  requestConsumptionSinceLastReport: [{ meteredGroup: 'web-shop', requests: 120 }],
}
/** A mirror of that one. */
const MIRROR_BEHIND = {
  ...EDGE,
  identifier: 'halyard-mirror@01M8JMMX1XPKAG986CTEH90GFN',
  appName: 'halyard-mirror',
  region: null,
  edgeVersion: '0.1.0',
  requestConsumptionSinceLastReport: [],
}
const LATENCY = {
  name: 'checkout_seconds',
  help: 'Time that the checkout takes',
  type: 'histogram',
  samples: ['blue', 'red'].map((variant, index) => ({
    labels: labelsOf(variant),
    count: 100,
    sum: 40,
    buckets: [
      { le: 0.25, count: 30 + 20 * index },
      { le: 1, count: 95 },
      { le: '+Inf', count: 100 },
    ],
  })),
}

/** Sends the requests of sample applications: registrations, metrics, evaluations, impressions. */
export async function fillSampleTraffic(service: Service): Promise<void> {
  const shop = await sender(service, { tokenName: 'shop', type: 'backend' })
  const web = await sender(service, { tokenName: 'web shop', type: 'frontend' })
  for (const instanceId of ['shop-1', 'shop-2'])
    await shop('POST', '/api/client/register', {
      appName: 'shop',
      instanceId,
      sdkVersion: 'unleash-client-node:6.9.6',
      specVersion: '5.2.2',
      strategies: ['default', 'flexibleRollout', 'byStore'],
      started: new Date().toISOString(),
      interval: 15_000,
    })
  await shop('GET', '/api/client/features')
  const now = Date.now()
  await shop('POST', '/api/client/metrics', {
    appName: 'shop',
    instanceId: 'shop-1',
    bucket: {
      start: new Date(now - BUCKET).toISOString(),
      stop: new Date(now).toISOString(),
      toggles: {
        'checkout-redesign': { yes: 812, no: 2210, variants: { blue: 560, red: 252 } },
        'search-ranking': { yes: 40, no: 3 },
        'flag-nobody-made': { yes: 0, no: 17 },
      },
    },
    impactMetrics: [ORDERS, LATENCY],
  })
  await shop('POST', '/api/client/metrics/edge', { ...EDGE, connectedEdges: [MIRROR_BEHIND] })
  for (const userId of ['7', '42', '99'])
    await web('GET', `/api/frontend?appName=web-shop&userId=${userId}&properties[country]=NO`)
  await web('POST', '/api/impressions', [
    impression({ userId: '7', sessionId: 'session-7', variant: 'blue' }),
    impression({ userId: '42', sessionId: 'session-42', variant: 'red' }),
    impression({ userId: '99' }),
  ])
  await shop('POST', '/otlp/v1/logs', DECIDED)
}

const attributes = (values: Record<string, string | boolean>) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'boolean' ? { boolValue: value } : { stringValue: value },
  }))

const decided = (flag: string, result: Record<string, string | boolean>) => ({
  eventName: 'feature_flag.evaluation',
  attributes: attributes({
    'feature_flag.key': flag,
    'feature_flag.provider.name': 'in-memory',
    'feature_flag.context.id': 'picker-7',
    'feature_flag.result.reason': 'targeting_match',
    ...result,
  }),
})

/** Evaluations that an application decided itself. */
const DECIDED = {
  resourceLogs: [
    {
      resource: { attributes: attributes({ 'service.name': 'warehouse' }) },
      scopeLogs: [
        {
          logRecords: [
            decided('search-ranking', { 'feature_flag.result.value': true }),
            decided('search-ranking', { 'feature_flag.result.value': false }),
            decided('checkout-redesign', {
              'feature_flag.result.variant': 'blue',
              'feature_flag.result.value': 'compact layout',
            }),
          ],
        },
      ],
    },
  ],
}

const impression = ({ variant, ...context }: { userId: string; sessionId?: string; variant?: string }) => ({
  eventType: 'getVariant',
  eventId: '8bd3f5c1-5a3c-4d36-8e1f-1f6b5a0f0a01',
  featureName: 'checkout-redesign',
  enabled: true,
  ...(variant ? { variant } : {}),
  context: { appName: 'web-shop', environment: 'development', ...context },
})

/** Builds requests of an application with its own token. Throws on errors. */
async function sender(service: Service, token: { tokenName: string; type: string }) {
  const { secret } = await service.call(createApiToken, {
    body: {
      ...token,
      environment: 'development',
      projects: ['default'],
    },
  })
  return async (method: string, path: string, body?: unknown) => {
    const response = await fetch(service.url + path, {
      method,
      headers: { authorization: secret, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  }
}
