import { describe, expect, it } from 'vitest'

import { createApiToken } from '#shared/access/contract/api-tokens.ts'
import { registerClientApplication, registerClientMetrics } from '#shared/clients/contract/client-api.ts'
import { clientBulkMetrics } from '#shared/clients/contract/edge.ts'
import { registerFrontendClient, registerFrontendMetrics } from '#shared/clients/contract/frontend-api.ts'
import { setOverride } from '#shared/flags/contract/overrides.ts'
import { getRawFeatureMetrics } from '#shared/flags/contract/metrics.ts'
import { evaluationsIn } from '#support/stages/report-sums.ts'
import { BACKEND, BACKEND_PRODUCTION, FRONTEND } from '#support/service/start-backend.ts'
import {
  bucketOf,
  HOUR,
  nextRound,
  report,
  stateOf,
  useForwarding,
} from '#support/stages/forwarding-stage.ts'

const { startMirror, startUpstream } = useForwarding()

describe('a mirror', () => {
  it('sends what SDKs count, summed by application, flag and hour, and counts it too', async () => {
    const upstream = await startUpstream()
    const app = await startMirror(upstream)
    for (const no of [1, 2])
      await report(app, { checkout: { yes: 3, no, variants: { blue: 2, green: no } }, missing: { no: 4 } })
    await app.call(registerFrontendMetrics, {
      token: FRONTEND,
      body: { appName: 'web', bucket: bucketOf({ search: { yes: 5 } }) },
    })
    await app.call(clientBulkMetrics, {
      token: BACKEND,
      body: {
        applications: [{ appName: 'behind', environment: 'development', instanceId: 'i-1' }],
        metrics: [
          { featureName: 'search', appName: 'web', environment: 'development', timestamp: HOUR, yes: 7 },
        ],
      },
    })
    expect(await stateOf(app)).toMatchObject({
      waiting: { reports: 4, evaluations: 29, since: app.clock.now().toISOString() },
      sent: 0,
      sentAt: null,
    })
    await nextRound(app)
    expect(upstream.taken).toEqual([
      {
        token: BACKEND,
        applications: [
          {
            appName: 'behind',
            instanceId: 'i-1',
            environment: 'development',
            projects: ['default'],
            sdkType: 'backend',
            strategies: [],
            started: HOUR,
            interval: 0,
            connectVia: [{ appName: 'halyard-mirror', instanceId: expect.any(String) as string }],
          },
        ],
        metrics: expect.arrayContaining([
          {
            featureName: 'checkout',
            appName: 'shop',
            environment: 'development',
            timestamp: HOUR,
            yes: 6,
            no: 3,
            variants: { blue: 4, green: 3 },
          },
        ]) as unknown,
      },
    ])
    const place = (flag: string, appName: string) => `development ${flag} ${appName} ${HOUR}`
    expect(upstream.sums).toEqual({
      [`${place('checkout', 'shop')} yes`]: 6,
      [`${place('checkout', 'shop')} no`]: 3,
      [`${place('checkout', 'shop')} =blue`]: 4,
      [`${place('checkout', 'shop')} =green`]: 3,
      [`${place('missing', 'shop')} no`]: 8,
      [`${place('search', 'web')} yes`]: 12,
    })
    expect(await stateOf(app)).toEqual({
      waiting: { reports: 0, evaluations: 0, since: null },
      sent: 29,
      sentAt: app.clock.now().toISOString(),
      dropped: 0,
      overridden: 0,
      unconfirmed: 0,
      problem: null,
    })
    const here = await app.call(getRawFeatureMetrics, { params: { name: 'checkout' } })
    expect(here.body.data).toContainEqual(expect.objectContaining({ timestamp: HOUR, yes: 6, no: 3 }))
    await nextRound(app)
    expect(upstream.reports).toBe(1)
  })

  it('sends the newest start of each instance, of server and frontend SDKs', async () => {
    const upstream = await startUpstream()
    const app = await startMirror(upstream)
    const start = { appName: 'shop', instanceId: 'i-1', strategies: ['default'], interval: 10 }
    for (const sdkVersion of ['sdk:1', 'sdk:2'])
      await app.call(registerClientApplication, {
        token: BACKEND,
        body: { ...start, started: HOUR, sdkVersion },
      })
    await app.call(registerFrontendClient, {
      token: FRONTEND,
      body: { appName: 'web', strategies: [], started: 0, interval: 1 },
      headers: { 'unleash-sdk': 'js:3' },
    })
    await nextRound(app)
    expect(upstream.taken.flatMap(({ applications }) => applications)).toMatchObject([
      { ...start, environment: 'development', sdkVersion: 'sdk:2', sdkType: 'backend' },
      { appName: 'web', instanceId: 'default', sdkVersion: 'js:3', sdkType: 'frontend' },
    ])
  })

  it('sends impact metrics: sums of counters and histograms, the newest value of gauges', async () => {
    const upstream = await startUpstream()
    const app = await startMirror(upstream)
    for (const value of [2, 3]) {
      const samples = [{ labels: { flag: 'on' }, value }]
      const histogram = { count: value, sum: value * 10, buckets: [{ le: '+Inf' as const, count: value }] }
      await app.call(registerClientMetrics, {
        token: BACKEND,
        body: {
          appName: 'shop',
          bucket: bucketOf({}),
          impactMetrics: [
            { name: 'orders', help: 'Orders', type: 'counter', samples },
            { name: 'load', help: 'Load', type: 'gauge', samples },
            { name: 'time', help: 'Time', type: 'histogram', samples: [histogram] },
          ],
        },
      })
    }
    await nextRound(app)
    const sent = new Map(upstream.taken[0]?.impactMetrics?.map((one) => [one.name, one.samples]))
    expect(Object.fromEntries(sent)).toEqual({
      orders: [{ labels: { flag: 'on' }, value: 5 }],
      load: [{ labels: { flag: 'on' }, value: 3 }],
      time: [{ labels: {}, count: 5, sum: 50, buckets: [{ le: '+Inf', count: 5 }] }],
    })
  })

  it('keeps counts of a flag that an override decides for everybody, and of no other', async () => {
    const upstream = await startUpstream()
    const app = await startMirror(upstream)
    for (const [featureName, audience] of [
      ['checkout', 'everybody'],
      ['search', 'user:7'],
    ] as const)
      await app.call(setOverride, {
        params: { projectId: 'default', featureName, environment: 'development', audience },
        body: { enabled: false },
      })
    await report(app, { checkout: { yes: 1, no: 9 }, search: { yes: 2 } })
    await nextRound(app)
    expect(upstream.sums).toEqual({ [`development search shop ${HOUR} yes`]: 2 })
    expect(await stateOf(app)).toMatchObject({ sent: 2, overridden: 10 })
  })

  it('keeps counts that an override decides for the token or the header of the report, and of no other', async () => {
    const upstream = await startUpstream()
    const app = await startMirror(upstream)
    const { secret: page } = (
      await app.call(createApiToken, {
        body: { tokenName: 'page', type: 'frontend', environment: 'development', projects: ['default'] },
      })
    ).body
    for (const [featureName, audience] of [
      ['checkout', 'token:page'],
      ['search', 'header:ada'],
    ] as const) {
      const { status } = await app.call(setOverride, {
        params: { projectId: 'default', featureName, environment: 'development', audience },
        body: { enabled: false },
      })
      expect(status).toBe(200)
    }
    const body = { appName: 'shop', bucket: bucketOf({ checkout: { yes: 1 }, search: { yes: 10 } }) }
    // both overridden; one by its token; one by its header; none
    const headers = { 'x-halyard-overlay': 'ada' }
    await app.call(registerFrontendMetrics, { token: page, body, headers })
    await app.call(registerFrontendMetrics, { token: page, body })
    await app.call(registerClientMetrics, { token: BACKEND, body, headers })
    await app.call(registerClientMetrics, { token: BACKEND, body })
    await nextRound(app)
    const place = (flag: string) => `development ${flag} shop ${HOUR} yes`
    expect(upstream.sums).toEqual({ [place('checkout')]: 2, [place('search')]: 20 })
    expect(await stateOf(app)).toMatchObject({ sent: 22, overridden: 22 })
    const here = await app.call(getRawFeatureMetrics, { params: { name: 'search' } })
    expect(here.body.data).toContainEqual(expect.objectContaining({ timestamp: HOUR, yes: 40 }))
    // all that is behind a proxy has the flags of its token
    await app.call(setOverride, {
      params: {
        ...{ projectId: 'default', featureName: 'checkout', environment: 'development' },
        audience: 'token:admin',
      },
      body: { enabled: false },
    })
    const count = { appName: 'web', environment: 'development', timestamp: HOUR, yes: 5 }
    const metrics = ['checkout', 'search'].map((featureName) => ({ featureName, ...count }))
    await app.call(clientBulkMetrics, { token: BACKEND, body: { applications: [], metrics } })
    await nextRound(app)
    expect(await stateOf(app)).toMatchObject({ sent: 27, overridden: 27 })
  })

  it('sends with a token of the environment that covers the project of the flag', async () => {
    const upstream = await startUpstream()
    const shop = 'shop:development.secret'
    const app = await startMirror(upstream, `${BACKEND},${shop},${BACKEND_PRODUCTION}`)
    const metrics = ['checkout', 'pricing', 'missing'].flatMap((featureName) =>
      ['development', 'production', 'nowhere'].map((environment) => ({
        featureName,
        appName: 'shop',
        environment,
        timestamp: HOUR,
        yes: 1,
      })),
    )
    await app.call(clientBulkMetrics, { body: { applications: [], metrics } })
    await nextRound(app)
    const names = upstream.taken.map((one) => [
      one.token,
      one.metrics.map(({ featureName }) => featureName).sort(),
    ])
    expect(new Map(names as [string, string[]][])).toEqual(
      new Map([
        [BACKEND, ['checkout', 'missing']],
        [shop, ['pricing']],
        [BACKEND_PRODUCTION, ['checkout', 'missing', 'pricing']],
      ]),
    )
    // no token is for the third environment
    expect(await stateOf(app)).toMatchObject({ sent: 6, dropped: 3, waiting: { reports: 0 } })
  })

  it('tells Prometheus what waits, and what became of the rest', async () => {
    const upstream = await startUpstream()
    const app = await startMirror(upstream, BACKEND, { HALYARD_SERVER_METRICS: 'loopback' })
    await report(app, { checkout: { yes: 2 } })
    await nextRound(app)
    await report(app, { checkout: { yes: 3 } })
    await stateOf(app)
    app.clock.advance(20_000)
    const { text } = await app.call('GET', '/internal-backstage/prometheus', { token: null })
    expect(text.split('\n').filter((line) => /^halyard_mirror_(waiting|evaluations)/.test(line))).toEqual([
      'halyard_mirror_waiting_evaluations 3',
      'halyard_mirror_waiting_seconds 20',
      'halyard_mirror_evaluations_total{outcome="sent"} 2',
      'halyard_mirror_evaluations_total{outcome="dropped"} 0',
      'halyard_mirror_evaluations_total{outcome="overridden"} 0',
      'halyard_mirror_evaluations_total{outcome="unconfirmed"} 0',
    ])
  })

  it('sends once where two rounds meet', async () => {
    const upstream = await startUpstream()
    const app = await startMirror(upstream)
    await report(app, { checkout: { yes: 2 } })
    await stateOf(app)
    await Promise.all([app.backend.runJobs(), app.backend.runJobs()])
    expect(evaluationsIn(upstream.sums)).toBe(2)
    expect(await stateOf(app)).toMatchObject({ sent: 2, unconfirmed: 0, waiting: { reports: 0 } })
  })

  it('sends in a chain', async () => {
    const upstream = await startUpstream()
    const near = await startMirror(upstream)
    const far = await startMirror({ url: await near.backend.listen('auto') })
    await report(far, { checkout: { yes: 3, variants: { blue: 3 } } })
    await nextRound(far)
    await nextRound(near)
    const place = `development checkout shop ${HOUR}`
    expect(upstream.sums).toEqual({ [`${place} yes`]: 3, [`${place} =blue`]: 3 })
  })
})
