import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { getInstanceAdminStats } from '#shared/instance/contract/instance-statistics.ts'
import { BACKEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'

const CDN = '/api/admin/cdn/tokens'
const DAY_MS = 86_400_000
const LATENCY = { avg: 12.5, count: 10, p99: 40 }
let app: TestBackend
let url: string

beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'viewer', roles: ['Viewer'] },
      { username: 'reader', permissions: [{ permission: 'READ_LOGS' }], atRoot: true },
    ],
  })
  url = await app.backend.listen('auto')
})
afterAll(() => app.stop())

const edge = (identifier: string, more: object = {}) => ({
  identifier,
  appName: 'unleash-edge',
  region: 'eu-north-1',
  edgeVersion: '20.1.0',
  started: '2026-11-21T11:00:00Z',
  traffic: { get: { '/api/client/features': LATENCY }, post: {}, accessDenied: {}, cachedResponses: {} },
  latencyUpstream: { features: LATENCY, metrics: LATENCY, edge: LATENCY },
  connectedStreamingClients: 3,
  connectedEdges: [],
  hosting: 'self-hosted',
  ...more,
})
const report = (body: object) => app.call('POST', '/api/client/metrics/edge', { body, token: BACKEND })
const usage = (kind: string, query = 'grouping=daily&from=2026-11-01&to=2026-12-31') =>
  app.call('GET', `/api/admin/metrics/${kind}?${query}`)

describe('the reports of Edge', () => {
  it('are stored by instance, with those behind it', async () => {
    const behind = edge('behind', { region: null })
    expect(await report(edge('front', { connectedEdges: [behind] }))).toMatchObject({ status: 202, text: '' })
    const processMetrics = { cpuUsage: 1, memoryUsage: 148_000_000 }
    const requestsSinceLastReport = {
      '/api/frontend': { requests200: 3, requests304: 1 },
      '/api/client/features': { requests304: 1 },
    }
    await report(edge('front', { connectedStreamingClients: 5, processMetrics, requestsSinceLastReport }))
    const { body } = await app.call('GET', '/api/admin/edge-instances', { as: 'reader' })
    const { instances } = body as { instances: { identifier: string }[] }
    expect(instances).toHaveLength(2)
    expect(instances).toContainEqual(expect.objectContaining({ identifier: 'behind', behind: 'front' }))
    expect(instances).toContainEqual({
      identifier: 'front',
      appName: 'unleash-edge',
      environment: 'development',
      region: 'eu-north-1',
      version: '20.1.0',
      hosting: 'self-hosted',
      startedAt: '2026-11-21T11:00:00.000Z',
      seenAt: app.clock.now().toISOString(),
      streamingClients: 5,
      edgesBehind: 0,
      behind: null,
      memoryBytes: 148_000_000,
      requests: 5,
      upstreamMs: 12.5,
    })
    expect((await app.call('GET', '/api/admin/edge-instances', { as: 'viewer' })).status).toBe(403)
  })

  it('count its requests by group, day and month', async () => {
    const requests = { requestConsumptionSinceLastReport: [{ meteredGroup: 'shop', requests: 120 }] }
    const polls = (amount: number) => ({
      connectionConsumptionSinceLastReport: {
        features: [{ meteredGroup: 'shop', dataPoints: [{ interval: [0, 15_000], requests: amount }] }],
        metrics: [{ meteredGroup: 'shop', dataPoints: [{ interval: [0, 60_000], requests: 9 }] }],
      },
    })
    // the number of polls of two connections in a day
    await report(edge('a', { ...requests, ...polls(DAY_MS / 15_000) }))
    await report(edge('b', { ...requests, ...polls(DAY_MS / 15_000) }))
    expect((await usage('connection')).body).toMatchObject({
      grouping: 'daily',
      apiData: [{ meteredGroup: 'shop', dataPoints: [{ period: '2026-11-21', connections: 2 }] }],
    })
    const monthly = (await usage('connection', 'grouping=monthly&from=2026-11-01&to=2026-11-30')).body
    expect(monthly).toMatchObject({ apiData: [{ dataPoints: [{ period: '2026-11', connections: 2 / 30 }] }] })
    expect((await usage('request')).body).toMatchObject({
      dateRange: { from: '2026-11-01', to: '2026-12-31' },
      apiData: [
        { meteredGroup: 'backend', dataPoints: [{ period: '2026-11-21', requests: 4 }] },
        { meteredGroup: 'shop', dataPoints: [{ period: '2026-11-21', requests: 240 }] },
      ],
    })
  })

  it('have at most 50 groups a day', async () => {
    app.clock.advance(DAY_MS)
    const groups = Array.from({ length: 60 }, (_none, index) => ({
      meteredGroup: `group-${index}`,
      requests: 1,
    }))
    await report(edge('many', { requestConsumptionSinceLastReport: groups }))
    const { apiData } = (await usage('request', 'grouping=daily&from=2026-11-22&to=2026-11-22')).body as {
      apiData: { meteredGroup: string; dataPoints: { requests: number }[] }[]
    }
    const reported = apiData.filter(({ meteredGroup }) => meteredGroup !== 'backend')
    expect(reported).toHaveLength(51)
    expect(reported.find(({ meteredGroup }) => meteredGroup === 'others')?.dataPoints[0]?.requests).toBe(10)
  })

  it.each([
    [{ identifier: '' }, '/body/identifier'],
    [{ connectedStreamingClients: -1 }, '/body/connectedStreamingClients'],
    [{ hosting: 'moon' }, '/body/hosting'],
    [{ connectedEdges: [{}] }, '/body/connectedEdges/0/identifier'],
  ])('are rejected with %j', async (more, path) => {
    const answer = await report(edge('wrong', more))
    const { details } = answer.body as { details: { path: string }[] }
    expect([answer.status, details.map((one) => one.path)]).toEqual([400, expect.arrayContaining([path])])
  })

  it('need an SDK token, as the heartbeat does', async () => {
    expect(
      (await app.call('POST', '/api/client/metrics/edge', { body: edge('x'), token: null })).status,
    ).toBe(401)
    const heartbeat = '/api/client/edge-licensing/heartbeat'
    expect(await app.call('POST', heartbeat, { token: BACKEND })).toMatchObject({
      status: 202,
      body: { edgeLicenseState: 'Valid' },
    })
    expect((await app.call('POST', heartbeat, { token: null })).status).toBe(401)
  })
})

describe('the requests per second', () => {
  it('cover the last whole minutes, by part of the API', async () => {
    app.clock.advance(60_000)
    for (let count = 0; count < 6; count++) await app.call('GET', '/api/client/features', { token: BACKEND })
    app.clock.advance(60_000)
    const { body } = await app.call('GET', '/api/admin/metrics/rps', { as: 'reader' })
    const { clientMetrics, adminMetrics } = body as Record<
      'clientMetrics' | 'adminMetrics',
      { status: string; data: { resultType: string; result: { metric: object; values: unknown[][] }[] } }
    >
    expect(clientMetrics).toMatchObject({ status: 'success', data: { resultType: 'matrix' } })
    const [client] = clientMetrics.data.result
    expect(client?.metric).toEqual({ endpoint: '/api/client' })
    expect(client?.values.at(-1)?.[1]).toBe('0.1')
    expect(adminMetrics.data.result.map(({ metric }) => metric)).toEqual([{ endpoint: '/api/admin' }])
    expect((await app.call('GET', '/api/admin/metrics/rps', { as: 'viewer' })).status).toBe(403)
  })

  it.each(['connection', 'request'])('and %s need a period that begins before it ends', async (kind) => {
    expect(await usage(kind, 'grouping=daily&from=2026-12-02&to=2026-12-01')).toMatchObject({
      status: 400,
      body: { details: [{ path: '/query/from' }] },
    })
    expect(await usage(kind, 'from=2026-12-01&to=2026-12-02')).toMatchObject({
      status: 400,
      body: { details: [{ path: '/query/grouping' }] },
    })
  })
})

describe('disconnecting all streams', () => {
  it('ends every stream of SDKs', async () => {
    const stream = await fetch(`${url}/api/client/streaming`, {
      headers: { authorization: BACKEND, accept: 'text/event-stream' },
    })
    const reader = stream.body!.getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toContain('unleash-connected')
    expect((await app.call('POST', '/api/admin/streaming/disconnect-all', { as: 'viewer' })).status).toBe(403)
    expect(await app.call('POST', '/api/admin/streaming/disconnect-all')).toMatchObject({
      status: 200,
      text: '',
    })
    while (!(await reader.read()).done);
    // later streams are not ended
    const next = await fetch(`${url}/api/client/streaming`, {
      headers: { authorization: BACKEND, accept: 'text/event-stream' },
    })
    expect(next.status).toBe(200)
    await next.body?.cancel()
  })
})

describe('the tokens for a content delivery network', () => {
  it('are requested and listed without a secret', async () => {
    const token = { tokenName: 'cdn', environment: 'development', project: 'default' }
    expect(await app.call('POST', CDN, { body: token })).toMatchObject({ status: 202, text: '' })
    await app.call('POST', CDN, {
      body: { tokenName: 'all', environment: 'production', expiresAt: '2027-01-01T00:00:00Z' },
    })
    expect((await app.call('GET', CDN)).body).toEqual({
      tokens: [
        { ...token, expiresAt: null },
        { tokenName: 'all', environment: 'production', expiresAt: '2027-01-01T00:00:00.000Z' },
      ],
    })
  })

  it.each([
    [{ environment: 'nowhere' }, '/body/environment'],
    [{ project: 'nope' }, '/body/project'],
    [{ tokenName: '' }, '/body/tokenName'],
  ])('are rejected with %j', async (more, path) => {
    const body = { tokenName: 'x', environment: 'development', ...more }
    expect(await app.call('POST', CDN, { body })).toMatchObject({
      status: 400,
      body: { details: [{ path }] },
    })
  })

  it('need the permission, and are limited in number', async () => {
    const body = { tokenName: 'x', environment: 'development' }
    expect((await app.call('POST', CDN, { body, as: 'viewer' })).status).toBe(403)
    expect((await app.call('GET', CDN, { as: 'viewer' })).status).toBe(403)
    for (let count = 2; count < 100; count++) await app.call('POST', CDN, { body })
    expect(await app.call('POST', CDN, { body })).toMatchObject({
      status: 400,
      body: { name: 'ExceedsLimitError' },
    })
  })
})

describe('the instances of Edge that ran in a month', () => {
  it('are their average over what has passed of it', async () => {
    const usage = async () => (await app.call(getInstanceAdminStats)).body.edgeInstanceUsage
    app.clock.advance(Date.parse('2027-02-01T00:00:00Z') - app.clock.now().getTime())
    expect((await usage())['2027-02']).toBe(0)
    const started = { started: app.clock.now().toISOString() }
    const reportBoth = () => report(edge('a', { ...started, connectedEdges: [edge('b', started)] }))
    // two instances run for an hour; a third was silent too long to be counted
    await report(edge('silent', started))
    for (let minutes = 5; minutes <= 60; minutes += 5) {
      app.clock.advance(5 * 60_000)
      await reportBoth()
    }
    await report(edge('silent', started))
    await reportBoth()
    expect((await usage())['2027-02']).toBe(2)
    app.clock.advance(3 * 3_600_000)
    expect((await usage())['2027-02']).toBe(0.5)
    // 2 of the 672 hours of the month
    app.clock.advance(28 * DAY_MS)
    const later = await usage()
    expect([later['2027-03'], later['2027-02'], Object.keys(later).length]).toEqual([0, 0.003, 12])
  })
})
