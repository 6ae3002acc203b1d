import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  BACKEND,
  BACKEND_PRODUCTION,
  FRONTEND,
  startBackend,
  type TestBackend,
} from '#support/service/start-backend.ts'
import { createFeature, archiveFeature } from '#shared/flags/contract/features.ts'
import { getRawFeatureMetrics } from '#shared/flags/contract/metrics.ts'
import {
  getApplication,
  createApplication,
  deleteApplication,
  clearUnknownFlags,
} from '#shared/clients/contract/applications.ts'

const METRICS = '/api/admin/client-metrics/features'
const APPLICATIONS = '/api/admin/metrics/applications'
let app: TestBackend

beforeAll(async () => {
  app = await startBackend()
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'flag' } })
  const report = (appName: string, token: string, toggles: object) =>
    app.call('POST', '/api/client/metrics', {
      token,
      body: {
        appName,
        bucket: { start: '2026-11-21T11:58:00.000Z', stop: '2026-11-21T11:59:00.000Z', toggles },
      },
    })
  const register = (appName: string, token: string, more: object = {}) =>
    app.call('POST', token === FRONTEND ? '/api/frontend/client/register' : '/api/client/register', {
      token,
      body: { appName, strategies: [], started: 0, interval: 10, instanceId: 'i-1', ...more },
    })
  await register('shop', BACKEND, {
    strategies: ['default', 'ourOwn'],
    sdkVersion: 'unleash-client-node:6.0.0',
    specVersion: '5.2.0',
  })
  await register('shop', BACKEND_PRODUCTION, {
    sdkVersion: 'unleash-client-node:3.0.0',
    specVersion: '4.2.0',
  })
  await register('web', FRONTEND, { sdkVersion: 'unleash-js@3.1.0' })
  await report('shop', BACKEND, {
    flag: { yes: 10, no: 3, variants: { blue: 6, red: 4 } },
    missing: { yes: 1 },
  })
  await report('shop', BACKEND, { flag: { yes: 5, no: 2, variants: { blue: 5 } } })
  await report('other', BACKEND_PRODUCTION, { flag: { yes: 1, no: 1 } })
})
afterAll(() => app.stop())

const get = async (path: string) => (await app.call('GET', path)).body

describe('the metrics of a flag', () => {
  it('are summed over the last hour', async () => {
    expect(await get(`${METRICS}/flag`)).toEqual({
      version: 1,
      maturity: 'stable',
      featureName: 'flag',
      lastHourUsage: [
        { environment: 'development', timestamp: '2026-11-21T11:00:00.000Z', yes: 15, no: 5 },
        { environment: 'production', timestamp: '2026-11-21T11:00:00.000Z', yes: 1, no: 1 },
      ],
      seenApplications: ['other', 'shop'],
    })
    expect(await get(`${METRICS}/nope`)).toMatchObject({ lastHourUsage: [], seenApplications: [] })
  })

  it('are given per hour and application, with zeros between', async () => {
    const { data } = (await get(`${METRICS}/flag/raw`)) as {
      data: { environment: string; timestamp: string; yes: number; variants?: object }[]
    }
    expect(data).toHaveLength(24 * 2)
    expect(data[0]).toMatchObject({ timestamp: '2026-11-20T13:00:00.000Z', yes: 0, no: 0 })
    expect(data.filter((one) => one.yes > 0)).toEqual([
      {
        featureName: 'flag',
        appName: 'shop',
        environment: 'development',
        timestamp: '2026-11-21T11:00:00.000Z',
        yes: 15,
        no: 5,
        variants: { blue: 11, red: 4 },
      },
      expect.objectContaining({ environment: 'production', yes: 1 }),
    ])
    const lengthOf = async (query: string) =>
      ((await get(`${METRICS}/flag/raw?${query}`)) as { data: unknown[] }).data.length
    expect(await lengthOf('hoursBack=48')).toBe(48 * 2)
    expect(await lengthOf('hoursBack=0')).toBe(24 * 2)
    expect(
      (await app.call(getRawFeatureMetrics, { params: { name: 'flag' }, query: { hoursBack: 'x' } })).status,
    ).toBe(400)
  })

  it('are kept for 91 days', async () => {
    const rows = async () =>
      (await app.backend.store.queries.selectFrom('client_metrics').selectAll().execute()).length
    const before = await rows()
    await app.backend.store.queries
      .insertInto('client_metrics')
      .values({
        feature_name: 'flag',
        app_name: 'old',
        environment: 'development',
        hour: '2026-08-01T00:00:00.000Z',
        yes: 1,
        no: 0,
      })
      .execute()
    await app.backend.runJobs()
    expect(await rows()).toBe(before)
  })
})

describe('custom metrics', () => {
  const report = (metrics: unknown) =>
    app.call('POST', '/api/client/metrics/custom', { token: BACKEND, body: { metrics } })

  it('are kept by the minute, and returned to Prometheus', async () => {
    const labels = { a: 'b"c' }
    expect(await report([{ name: 'http_total', value: 3, labels }])).toMatchObject({ status: 202, text: '' })
    await report([
      { name: 'http_total', value: 4, labels },
      { name: '1 odd-name', value: -0.5 },
    ])
    expect(await get('/api/admin/custom-metrics')).toEqual({
      metrics: [
        { name: 'http_total', value: 4, labels, timestamp: '2026-11-21T12:00:00.000Z' },
        { name: '1 odd-name', value: -0.5, timestamp: '2026-11-21T12:00:00.000Z' },
      ],
      count: 2,
      metricNames: ['1 odd-name', 'http_total'],
    })
    const { text, headers } = await app.call('GET', '/api/admin/custom-metrics/prometheus')
    expect(headers['content-type']).toMatch(/^text\/plain/)
    expect(text).toBe(
      '# TYPE _1_odd_name untyped\n_1_odd_name -0.5 1795262400000\n' +
        '# TYPE http_total untyped\nhttp_total{a="b\\"c"} 4 1795262400000\n',
    )
    expect((await report([{ name: 'x' }])).status).toBe(400)
  })

  it('push out their own scope alone when they are too many', async () => {
    const metrics = (n: number) =>
      Array.from({ length: 1000 }, (_, i) => ({ name: 'flood', value: n, labels: { n: `${n}-${i}` } }))
    const stored = async () =>
      (await get('/api/admin/custom-metrics')) as {
        count: number
        metrics: { name: string; value: number }[]
      }
    const token = BACKEND_PRODUCTION
    const quiet = { metrics: [{ name: 'quiet', value: 1 }] }
    await app.call('POST', '/api/client/metrics/custom', { token, body: quiet })
    for (let n = 0; n < 11; n++) expect((await report(metrics(n))).status).toBe(202)
    const kept = await stored()
    expect(kept.count).toBe(10_000)
    expect(kept.metrics.some(({ name }) => name === 'quiet')).toBe(true)
    const values = kept.metrics.filter(({ name }) => name === 'flood').map(({ value }) => value)
    expect([Math.min(...values), Math.max(...values)]).toEqual([1, 10])
  })

  it('cover the last hour', async () => {
    app.clock.advance(61 * 60_000)
    expect(await get('/api/admin/custom-metrics')).toMatchObject({ count: 0 })
    app.clock.advance(-61 * 60_000)
  })
})

describe('applications', () => {
  it('are listed, searched and paged', async () => {
    const names = async (query = '') => {
      const { applications: found, total } = (await get(`${APPLICATIONS}${query}`)) as {
        applications: { appName: string }[]
        total: number
      }
      return [total, ...found.map((one) => one.appName)]
    }
    expect(await names()).toEqual([2, 'shop', 'web'])
    expect(await names('?query=SHO')).toEqual([1, 'shop'])
    expect(await names('?limit=1&offset=1')).toEqual([2, 'web'])
    expect(await names('?sortOrder=desc&limit=abc')).toEqual([2, 'web', 'shop'])
    expect(await get(APPLICATIONS)).toMatchObject({
      applications: [
        {
          appName: 'shop',
          project: '*',
          environment: 'production',
          createdBy: 'unleash_system_user',
          usage: [
            { project: '*', environments: ['production'] },
            { project: 'default', environments: ['development'] },
          ],
        },
        { appName: 'web' },
      ],
    })
  })

  it('show their instances, strategies and flags', async () => {
    expect(await get(`${APPLICATIONS}/shop`)).toMatchObject({
      appName: 'shop',
      seenToggles: [{ name: 'flag' }],
      instances: [{ instanceId: 'i-1', sdkType: 'backend' }, { instanceId: 'i-1' }],
      links: { self: '/api/applications/shop' },
    })
    expect(await app.call(getApplication, { params: { appName: 'nope' } })).toMatchObject({
      status: 404,
      body: { message: 'Could not find appName=nope' },
    })
  })

  it('show problems in each environment', async () => {
    expect(await get(`${APPLICATIONS}/shop/overview`)).toMatchObject({
      // its token for production is of all projects
      projects: ['default'],
      featureCount: 2,
      environments: [
        {
          name: 'development',
          instanceCount: 1,
          sdks: ['unleash-client-node:6.0.0'],
          frontendSdks: [],
          backendSdks: ['unleash-client-node:6.0.0'],
          issues: { missingFeatures: ['missing'], outdatedSdks: [] },
        },
        { name: 'production', issues: { missingFeatures: [], outdatedSdks: ['unleash-client-node:3.0.0'] } },
      ],
    })
    expect(await get(`${APPLICATIONS}/nope/overview`)).toMatchObject({ projects: [], environments: [] })
  })

  it('show the instances of the last day', async () => {
    const path = '/api/admin/metrics/instances/shop/environment/development'
    expect(await get(path)).toMatchObject({ instances: [{ instanceId: 'i-1' }] })
    app.clock.advance(25 * 60 * 60_000)
    expect(await get(path)).toEqual({ instances: [] })
    app.clock.advance(-25 * 60 * 60_000)
  })

  it('get a description, and are deleted', async () => {
    const body = { description: 'made', icon: 'apps', color: 'red', url: 'https://example.com' }
    expect(await app.call(createApplication, { params: { appName: 'made' }, body })).toMatchObject({
      status: 202,
      text: '',
    })
    await app.call(createApplication, { params: { appName: 'made' }, body: { icon: null } })
    expect(await get(`${APPLICATIONS}/made`)).toMatchObject({ ...body, icon: null, createdBy: 'admin' })
    expect((await app.call('POST', `${APPLICATIONS}/made`, { body: { url: ['7'] } })).status).toBe(400)
    expect(await app.call(deleteApplication, { params: { appName: 'made' } })).toMatchObject({
      status: 200,
      text: '',
    })
    expect((await app.call(deleteApplication, { params: { appName: 'made' } })).status).toBe(200)
    expect((await app.call(getApplication, { params: { appName: 'made' } })).status).toBe(404)
  })

  it('of a project are those that requested its flags', async () => {
    expect(await get('/api/admin/projects/default/applications')).toEqual({
      applications: [
        {
          name: 'shop',
          environments: ['development'],
          instances: ['i-1'],
          sdks: [{ name: 'unleash-client-node', versions: ['6.0.0'] }],
        },
      ],
      total: 1,
    })
    expect(await get('/api/admin/projects/default/applications?query=zzz')).toMatchObject({ total: 0 })
    expect(await get('/api/admin/projects/nope/applications')).toMatchObject({ total: 0 })
  })

  it('with outdated SDKs are listed', async () => {
    expect(await get('/api/admin/metrics/sdks/outdated')).toEqual({
      sdks: [{ sdkVersion: 'unleash-client-node:3.0.0', applications: ['shop'] }],
    })
    expect(await get('/api/admin/projects/default/sdks/outdated')).toEqual({ sdks: [] })
  })
})

describe('unknown flags', () => {
  it('are reported names without a flag, until one is created', async () => {
    const unknown = () => get('/api/admin/metrics/unknown-flags')
    expect(await unknown()).toEqual({
      unknownFlags: [
        {
          name: 'missing',
          lastSeenAt: '2026-11-21T12:00:00.000Z',
          lastEventAt: null,
          reports: [
            {
              appName: 'shop',
              environments: [{ environment: 'development', seenAt: '2026-11-21T12:00:00.000Z' }],
            },
          ],
        },
      ],
    })
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'missing' } })
    expect(await unknown()).toEqual({ unknownFlags: [] })
    await app.call(archiveFeature, { params: { projectId: 'default', featureName: 'missing' } })
    expect(await unknown()).toMatchObject({ unknownFlags: [{ lastEventAt: '2026-11-21T12:00:00.000Z' }] })
    expect((await app.call(clearUnknownFlags)).status).toBe(200)
    expect(await unknown()).toEqual({ unknownFlags: [] })
  })
})

describe('the expected lifetime of flags', () => {
  it('makes them potentially stale once it is over', async () => {
    const events = async () =>
      ((await get('/api/admin/search/events?type=IS:feature-potentially-stale-on')) as { total: number })
        .total
    app.clock.advance(39 * 24 * 60 * 60_000)
    await app.backend.runJobs()
    expect(await events()).toBe(0)
    app.clock.advance(2 * 24 * 60 * 60_000)
    await app.backend.runJobs()
    await app.backend.runJobs()
    expect(await events()).toBe(1)
  })
})
