import { afterEach, describe, expect, it } from 'vitest'

import { registerClientApplication, registerClientMetrics } from '#shared/clients/contract/client-api.ts'
import { clientBulkMetrics, getMirror } from '#shared/clients/contract/edge.ts'
import { registerFrontendClient, registerFrontendMetrics } from '#shared/clients/contract/frontend-api.ts'
import { setOverride } from '#shared/flags/contract/overrides.ts'
import { getRawFeatureMetrics } from '#shared/flags/contract/metrics.ts'
import { addTo, evaluationsIn, type ReportSums } from '#support/stages/report-sums.ts'
import { propertyRuns } from '#support/runner/property-runs.ts'
import { seededRandom } from '#support/runner/random.ts'
import {
  BACKEND,
  BACKEND_PRODUCTION,
  FRONTEND,
  startBackend,
  type TestBackend,
} from '#support/service/start-backend.ts'
import { RecordingUpstream, type StandInAnswer } from '#support/stand-ins/recording-upstream.ts'

const MINUTE_MS = 60_000
const HOUR = '2026-11-21T12:00:00.000Z'
const FLAGS = [{ name: 'checkout' }, { name: 'search' }, { name: 'pricing', project: 'shop' }]
const stopping: { stop: () => Promise<void> }[] = []
afterEach(async () => {
  for (const one of stopping.splice(0).reverse()) await one.stop()
})

async function startUpstream() {
  const upstream = await new RecordingUpstream(FLAGS).start()
  stopping.push(upstream)
  return upstream
}
async function startMirror({ url }: { url: string }, tokens = BACKEND) {
  const app = await startBackend({ env: { HALYARD_UPSTREAM: url, HALYARD_UPSTREAM_TOKENS: tokens } })
  stopping.push(app)
  await app.backend.runJobs()
  return app
}
const bucketOf = (toggles: Record<string, object>) => ({ start: HOUR, stop: HOUR, toggles })
const report = (app: TestBackend, toggles: Record<string, object>, appName = 'shop') =>
  app.call(registerClientMetrics, { token: BACKEND, body: { appName, bucket: bucketOf(toggles) } })
const stateOf = async (app: TestBackend) => {
  const { forwarding } = (await app.call(getMirror)).body
  if (!forwarding) throw new Error('this instance mirrors none')
  return forwarding
}
/** Lets an interval pass, and runs what is due. */
const nextRound = async (app: TestBackend, ms = MINUTE_MS) => {
  app.clock.advance(ms)
  await app.backend.runJobs()
}

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
    const app = await startBackend({
      env: {
        HALYARD_UPSTREAM: upstream.url,
        HALYARD_UPSTREAM_TOKENS: BACKEND,
        HALYARD_SERVER_METRICS: 'loopback',
      },
    })
    stopping.push(app)
    await app.backend.runJobs()
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

describe('reports of a mirror whose upstream', () => {
  it.each<[string, StandInAnswer, string | null]>([
    ['fails', { status: 500 }, 'It answers reports with 500.'],
    ['is away behind a proxy', { status: 502 }, 'It answers reports with 502.'],
    ['refuses the token', { status: 401 }, 'It refuses the token for reports (401).'],
    ['forbids them', { status: 403 }, 'It refuses the token for reports (403).'],
    ['has no such path', { status: 404 }, 'It answers reports with 404.'],
  ])('%s wait, and are sent once', async (_what, answer, problem) => {
    const upstream = await startUpstream()
    const app = await startMirror(upstream)
    upstream.answers = [answer]
    await report(app, { checkout: { yes: 3 } })
    await nextRound(app)
    expect(await stateOf(app)).toMatchObject({ problem, waiting: { reports: 1, evaluations: 3 }, sent: 0 })
    await report(app, { checkout: { yes: 4 } })
    await nextRound(app)
    expect([evaluationsIn(upstream.sums), upstream.reports]).toEqual([7, 3])
    expect(await stateOf(app)).toMatchObject({ problem: null, waiting: { reports: 0 }, sent: 7, dropped: 0 })
  })

  it('asks to wait are left for that time, and ever longer without one', async () => {
    const upstream = await startUpstream()
    const app = await startMirror(upstream)
    upstream.answers = [{ status: 429, headers: { 'retry-after': '150' } }, { status: 503 }]
    await report(app, { checkout: { yes: 3 } })
    const asked: number[] = []
    for (let round = 0; round < 8; round++) {
      await nextRound(app)
      asked.push(upstream.reports)
    }
    // the second failure in a row takes two intervals
    expect(asked).toEqual([1, 1, 1, 2, 2, 3, 3, 3])
    expect(evaluationsIn(upstream.sums)).toBe(3)
  })

  it.each<[string, StandInAnswer, object]>([
    ['breaks off before its answer', { status: 'cut' }, { unconfirmed: 3, sent: 0 }],
    ['breaks off within its answer', { status: 202, cutsBody: true }, { unconfirmed: 0, sent: 3 }],
  ])('%s are not sent again, but starts of instances are', async (_what, answer, state) => {
    const upstream = await startUpstream()
    const app = await startMirror(upstream)
    upstream.answers = [answer]
    await app.call(registerClientApplication, {
      token: BACKEND,
      body: { appName: 'shop', strategies: [], started: HOUR, interval: 10 },
    })
    await report(app, { checkout: { yes: 3 } })
    await nextRound(app)
    await nextRound(app)
    expect(await stateOf(app)).toMatchObject({ ...state, waiting: { reports: 0 }, problem: null })
    expect(evaluationsIn(upstream.sums)).toBe(3)
    const starts = upstream.taken.flatMap(({ applications }) => applications).length
    expect(starts).toBe(answer.status === 'cut' ? 2 : 1)
  })

  it('is away wait, and are sent once it is back', async () => {
    const upstream = await startUpstream()
    const app = await startMirror(upstream)
    await upstream.stop()
    for (const yes of [1, 2]) {
      await report(app, { checkout: { yes } })
      await nextRound(app)
    }
    expect(await stateOf(app)).toMatchObject({
      waiting: { reports: 1, evaluations: 3 },
      unconfirmed: 0,
      problem: 'They are sent once the upstream answers.',
    })
    await upstream.start()
    await nextRound(app)
    expect(await stateOf(app)).toMatchObject({ waiting: { reports: 0 }, problem: null })
    expect([evaluationsIn(upstream.sums), upstream.reports]).toEqual([3, 1])
  })

  it.each([400, 413])('does not take one of them (%i) are sent without that one', async (status) => {
    const upstream = await startUpstream()
    const app = await startMirror(upstream)
    upstream.answers = [{ status }]
    upstream.refuses = ({ metrics }) => metrics.some(({ featureName }) => featureName === 'search')
    const others = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`other-${at}`, { yes: 1 }]))
    await report(app, { checkout: { yes: 3 }, search: { yes: 50 }, ...others })
    await nextRound(app)
    expect(evaluationsIn(upstream.sums)).toBe(33)
    expect(await stateOf(app)).toMatchObject({
      sent: 33,
      dropped: 50,
      waiting: { reports: 0 },
      problem: null,
    })
    // halves of 32
    expect(upstream.reports).toBeLessThanOrEqual(11)
  })

  it('gets no more than fits into a request with the usual bound', async () => {
    const upstream = await startUpstream()
    const app = await startMirror(upstream)
    const variants = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`variant-${at}`.padEnd(60, 'x'), 1]),
    )
    for (let at = 0; at < 100; at++) await report(app, { checkout: { yes: 1, variants } }, `app-${at}`)
    await nextRound(app)
    expect(evaluationsIn(upstream.sums)).toBe(100)
    const sizes = upstream.taken.map((one) => JSON.stringify(one).length)
    expect(Math.max(...sizes)).toBeLessThan(100_000)
    expect(sizes.length).toBeLessThan(8)
  })

  it('fails at random add up to what SDKs have reported', async () => {
    const upstream = await startUpstream()
    const app = await startMirror(upstream)
    const random = seededRandom(20261128)
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
    const reported: ReportSums = new Map()
    const faults: StandInAnswer[] = [
      { status: 500 },
      { status: 429, headers: { 'retry-after': '90' } },
      { status: 401 },
      { status: 'cut' },
      { status: 202, cutsBody: true },
    ]
    for (let round = 0; round < propertyRuns(60); round++) {
      for (let at = 0; at < 5; at++) {
        const flag = pick(['checkout', 'search', 'missing'])
        const appName = pick(['shop', 'web'])
        const [yes, no] = [Math.floor(random() * 9), Math.floor(random() * 9)]
        const place = ['development', flag, appName, HOUR]
        addTo(reported, [...place, 'yes'], yes)
        addTo(reported, [...place, 'no'], no)
        addTo(reported, [...place, '=blue'], yes)
        await report(app, { [flag]: { yes, no, variants: { blue: yes } } }, appName)
      }
      if (random() < 0.6) upstream.answers = [pick(faults), pick(faults)]
      const most = random() < 0.3 ? 2 : Infinity
      upstream.refuses = ({ metrics }) => metrics.length > most
      if (random() < 0.1) await upstream.stop()
      await nextRound(app)
      await upstream.stop()
      await upstream.start()
    }
    upstream.answers = []
    for (let round = 0; round < 15; round++) await nextRound(app)
    expect(upstream.sums).toEqual(Object.fromEntries(reported))
    const { sent, unconfirmed, waiting, dropped } = await stateOf(app)
    expect([sent + unconfirmed, waiting.reports, dropped]).toEqual([
      evaluationsIn(Object.fromEntries(reported)),
      0,
      0,
    ])
    expect(unconfirmed).toBeGreaterThan(0)
  })
})
