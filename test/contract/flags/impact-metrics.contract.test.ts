import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Unleash } from 'unleash-client'

import type { ImpactChart, ImpactSeries, ReportedImpactMetrics } from '#shared/flags/schemas/impact-metric.ts'
import { BACKEND, type TestBackend } from '#support/service/start-backend.ts'
import { startReleases } from '#support/stages/start-releases.ts'
import type { Releases } from '#support/stages/releases.ts'
import { startSdk } from '#support/service/sdks.ts'
import { eventually } from '#support/runner/eventually.ts'

const MINUTE = 60_000
const CONFIG = '/api/admin/impact-metrics/config'
let app: TestBackend
let releases: Releases

beforeAll(async () => {
  ;({ app, releases } = await startReleases({
    rateLimits: { perMinute: {} },
    env: { HALYARD_SERVER_METRICS: 'loopback' },
    users: [{ username: 'viewer', roles: ['Viewer'] }],
  }))
})
afterAll(() => app.stop())

type Labels = Record<string, string | number>
const numeric = (type: 'counter' | 'gauge', name: string, samples: { value: number; labels?: Labels }[]) => ({
  name,
  help: `the ${name}`,
  type,
  samples,
})
const histogram = (name: string, counts: [number | '+Inf', number][], sum: number, labels: Labels = {}) => ({
  name,
  help: `the ${name}`,
  type: 'histogram',
  samples: [
    { labels, count: counts.at(-1)?.[1] ?? 0, sum, buckets: counts.map(([le, count]) => ({ le, count })) },
  ],
})
const bucket = () => ({ start: app.clock.now(), stop: app.clock.now(), toggles: {} })
const report = (...impactMetrics: object[]) =>
  app.call('POST', '/api/client/metrics', {
    body: { appName: 'shop', bucket: bucket(), impactMetrics },
    token: BACKEND,
  })
const series = async (query: Record<string, string>) => {
  const text = new URLSearchParams({ timeRange: 'hour', aggregationMode: 'sum', ...query })
  const { body } = await app.call('GET', `/api/admin/impact-metrics/series?${text.toString()}`)
  return body as ImpactSeries
}
const values = async (query: Record<string, string>) =>
  (await series(query)).lines.map(({ labels, points }) => [labels, points.map(({ value }) => value)])
const reported = async () =>
  (await app.call('GET', '/api/admin/impact-metrics/reported')).body as ReportedImpactMetrics

describe('impact metrics of SDKs', () => {
  it('of a counter are summed by minute and label', async () => {
    const of = (value: number, variant: string) => ({ value, labels: { checkout: variant, appName: 'shop' } })
    expect((await report(numeric('counter', 'purchases', [of(3, 'red'), of(1, 'blue')]))).status).toBe(202)
    await report(numeric('counter', 'purchases', [of(2, 'red')]))
    app.clock.advance(MINUTE)
    await report(numeric('counter', 'purchases', [of(10, 'red')]))
    const metricName = 'purchases'
    expect(await values({ metricName, aggregationMode: 'count' })).toEqual([[{}, [6, 10]]])
    expect(await values({ metricName, aggregationMode: 'rps' })).toEqual([[{}, [0.1, 10 / 60]]])
    expect(await values({ metricName, labels: '{"checkout":["blue"]}' })).toEqual([[{}, [1]]])
    expect(await values({ metricName, labels: '{"checkout":["*"]}' })).toEqual([
      [{ checkout: 'red' }, [5, 10]],
      [{ checkout: 'blue' }, [1]],
    ])
    expect(await values({ metricName, timeRange: 'day' })).toEqual([[{}, [16]]])
    expect(await values({ metricName, environment: 'production' })).toEqual([])
    expect(await values({ metricName: 'unleash_counter_purchases', timeRange: 'month' })).toEqual([
      [{}, [16]],
    ])
  })

  it('of a gauge are averaged, and their newest values summed', async () => {
    await report(
      numeric('gauge', 'queue', [
        { value: 4, labels: { app: 'a' } },
        { value: 10, labels: { app: 'b' } },
      ]),
    )
    await report(numeric('gauge', 'queue', [{ value: 8, labels: { app: 'a' } }]))
    expect(await values({ metricName: 'queue', aggregationMode: 'avg' })).toEqual([[{}, [8]]])
    expect(await values({ metricName: 'queue', aggregationMode: 'sum' })).toEqual([[{}, [18]]])
    expect(await values({ metricName: 'queue', aggregationMode: 'p99' })).toEqual([[{}, [10]]])
    expect(await values({ metricName: 'queue', aggregationMode: 'rps' })).toEqual([[{}, []]])
  })

  it('of a histogram give percentiles', async () => {
    const latency = histogram(
      'latency',
      [
        [0.1, 50],
        [0.5, 90],
        [1, 100],
        ['+Inf', 100],
      ],
      30,
    )
    await report(latency)
    await report(latency)
    expect(await values({ metricName: 'latency', aggregationMode: 'p50' })).toEqual([[{}, [0.1]]])
    const [[, [p95]] = [{}, []]] = (await values({ metricName: 'latency', aggregationMode: 'p95' })) as [
      [object, number[]],
    ]
    expect(p95).toBeCloseTo(0.75)
    expect(await values({ metricName: 'latency', aggregationMode: 'avg' })).toEqual([[{}, [0.3]]])
    expect(await values({ metricName: 'latency', aggregationMode: 'count' })).toEqual([[{}, [200]]])
  })

  it('are listed with type, help, environments and labels', async () => {
    const { metrics, mostSeries } = await reported()
    expect(mostSeries).toBe(2000)
    expect(metrics.find(({ name }) => name === 'purchases')).toMatchObject({
      type: 'counter',
      help: 'the purchases',
      environments: ['development'],
      labels: { appName: ['shop'], checkout: ['blue', 'red'] },
    })
  })

  it('of a proxy arrive with its bulk metrics', async () => {
    const body = {
      applications: [],
      metrics: [],
      impactMetrics: [numeric('counter', 'bulk_purchases', [{ value: 7 }])],
    }
    expect((await app.call('POST', '/api/client/metrics/bulk', { body, token: BACKEND })).status).toBe(202)
    expect(await values({ metricName: 'bulk_purchases' })).toEqual([[{}, [7]]])
  })

  it('that are invalid are rejected with the whole report', async () => {
    const wrong = await report({ name: 'x', help: '', type: 'counter', samples: [{ value: 'many' }] })
    expect(wrong.status).toBe(400)
    expect(JSON.stringify(wrong.body)).toContain('/body/impactMetrics/0')
  })

  it('with too many labels are counted together, and each step replaces the oldest', async () => {
    const many = Array.from({ length: 250 }, (_none, index) => ({ value: 1, labels: { user: index } }))
    await report(numeric('counter', 'by_user', many))
    await report(numeric('counter', 'by_user', many))
    const { metrics } = await reported()
    const labels = metrics.find(({ name }) => name === 'by_user')?.labels
    expect(labels?.['user']).toHaveLength(200)
    expect(labels?.['overflow']).toEqual(['true'])
    expect(await values({ metricName: 'by_user' })).toEqual([[{}, [500]]])
    const { lines, more } = await series({ metricName: 'by_user', labels: '{"user":["*"]}' })
    expect([lines.length, more]).toEqual([8, 193])
    for (let minutes = 0; minutes < 3; minutes++) {
      app.clock.advance(65 * MINUTE)
      await report(numeric('counter', 'long', [{ value: 1 }]))
    }
    expect(await values({ metricName: 'long' })).toEqual([[{}, [1]]])
    expect(await values({ metricName: 'long', timeRange: 'day' })).toEqual([[{}, [1, 1, 1]]])
  })

  it('of the Node SDK are accepted as it sends them', async () => {
    const url = await app.backend.listen('auto')
    const { sdk, events, stop } = startSdk(6, { url, appName: 'node-shop', token: BACKEND })
    const measured = (sdk as unknown as Pick<Unleash, 'impactMetrics'>).impactMetrics
    measured.defineCounter('sdk_orders', 'Orders')
    measured.defineHistogram('sdk_latency', 'Latency', [1, 2])
    await eventually(() => expect(events).toContain('synchronized'))
    measured.incrementCounter('sdk_orders', 3, { flagNames: ['some-flag'], context: {} })
    measured.observeHistogram('sdk_latency', 1.5)
    const labelsOf = async (name: string) =>
      (await reported()).metrics.find((one) => one.name === name)?.labels ?? {}
    const expected = { appName: ['node-shop'], 'some-flag': ['disabled'] }
    await eventually(async () => expect(await labelsOf('sdk_orders')).toMatchObject(expected))
    await eventually(async () => expect(await labelsOf('sdk_latency')).toHaveProperty('appName'))
    stop()
    expect(await values({ metricName: 'sdk_latency', aggregationMode: 'count' })).toEqual([[{}, [1]]])
  })

  it('have labels in a JSON object of lists', async () => {
    const answer = await app.call(
      'GET',
      '/api/admin/impact-metrics/series?metricName=x&timeRange=hour&aggregationMode=sum&labels=nope',
    )
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path: '/query/labels' }] } })
  })
})

describe('charts of impact metrics', () => {
  const chart = (more: object = {}) => ({
    metricName: 'purchases',
    timeRange: 'day',
    yAxisMin: 'zero',
    aggregationMode: 'count',
    labelSelectors: { checkout: ['*'] },
    ...more,
  })
  const charts = async (path: string) =>
    ((await app.call('GET', path)).body as { configs: ImpactChart[] }).configs

  it('of the instance are created, changed and deleted', async () => {
    const created = await app.call('POST', CONFIG, { body: chart({ title: 'Orders' }) })
    expect(created).toMatchObject({
      status: 200,
      body: { type: 'counter', displayName: 'purchases', title: 'Orders', step: '15m' },
    })
    const { id } = created.body as ImpactChart
    await app.call('POST', CONFIG, { body: chart({ id, timeRange: 'week' }) })
    expect(await charts(CONFIG)).toMatchObject([{ id, timeRange: 'week', step: '3h' }])
    expect((await app.call('DELETE', `${CONFIG}/${id}`)).status).toBe(204)
    expect((await app.call('DELETE', `${CONFIG}/${id}`)).status).toBe(404)
    expect(await charts(CONFIG)).toEqual([])
    expect((await releases.events('impact-metric-updated'))[0]).toMatchObject({
      data: { name: 'purchases', timeRange: 'week' },
      preData: { name: 'Orders', timeRange: 'day' },
    })
  })

  it('of a flag belong to it', async () => {
    const flag = await releases.addFlag('charted')
    const at = `/api/admin/projects/default/features/${flag}/impact-metrics/config`
    const created = await app.call('POST', at, { body: chart({ metricName: 'unleash_gauge_nobody' }) })
    expect(created).toMatchObject({ status: 200, body: { type: 'gauge', displayName: 'nobody' } })
    const { id } = created.body as ImpactChart
    expect(await charts(at)).toHaveLength(1)
    expect(await charts(CONFIG)).toEqual([])
    // a chart of a flag is not listed for the instance
    expect((await app.call('POST', CONFIG, { body: chart({ id }) })).status).toBe(404)
    expect((await app.call('DELETE', `${CONFIG}/${id}`)).status).toBe(404)
    expect((await app.call('POST', at.replace(flag, 'nope'), { body: chart() })).status).toBe(404)
    expect((await app.call('GET', at.replace(flag, 'nope'))).status).toBe(404)
    expect((await app.call('DELETE', `${at}/${id}`)).status).toBe(204)
    expect((await app.call('DELETE', `${at}/${id}`)).status).toBe(404)
    // those of an archived flag stay as they are
    expect((await app.call('DELETE', `/api/admin/projects/default/features/${flag}`)).status).toBe(202)
    expect(await app.call('DELETE', `${at}/${id}`)).toMatchObject({
      status: 400,
      body: { name: 'ArchivedFeatureError' },
    })
  })

  it('are bounded, and of an unknown metric have no type', async () => {
    const flag = await releases.addFlag('crowded')
    const at = `/api/admin/projects/default/features/${flag}/impact-metrics/config`
    for (let count = 0; count < 50; count++)
      expect((await app.call('POST', at, { body: chart({ metricName: 'none' }) })).status).toBe(200)
    expect(await app.call('POST', at, { body: chart() })).toMatchObject({
      status: 400,
      body: { name: 'ExceedsLimitError' },
    })
    expect((await charts(at))[0]).toMatchObject({ type: 'unknown' })
  })

  it('are changed by holders of the permission', async () => {
    expect((await app.call('POST', CONFIG, { body: chart(), as: 'viewer' })).status).toBe(403)
    expect((await app.call('GET', CONFIG, { as: 'viewer' })).status).toBe(200)
    expect(await app.call('POST', CONFIG, { body: chart({ timeRange: 'year' }) })).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/timeRange' }] },
    })
  })

  it('have no page views of Plausible', async () => {
    expect((await app.call('GET', '/api/admin/impact-metrics/plausible')).body).toEqual({ data: [] })
  })
})

describe('the text of Prometheus', () => {
  const scrape = async () => {
    const answer = await app.call('GET', '/internal-backstage/impact/metrics', { token: null })
    expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    return answer.text
  }

  it('is empty until an application reports impact metrics', async () => {
    const other = await startReleases({ env: { HALYARD_SERVER_METRICS: 'loopback' } })
    expect(await other.app.call('GET', '/internal-backstage/impact/metrics', { token: null })).toMatchObject({
      status: 200,
      text: '',
    })
    await other.app.stop()
  })

  it('has the lines that the original writes', async () => {
    // what open source 8.2.0 answers after the same reports
    await report(
      numeric('counter', 'acc_counter', [{ value: 5, labels: { foo: 'b"a\\r\n' } }]),
      { ...numeric('gauge', 'acc_gauge', [{ value: 1.5, labels: { env: 'x' } }]), help: 'a gauge\nnewline' },
      histogram(
        'acc_hist',
        [
          [1, 1],
          ['+Inf', 3],
        ],
        4.5,
      ),
    )
    await report(
      numeric('gauge', 'acc_gauge', [{ value: 7, labels: { env: 'x' } }]),
      histogram(
        'acc_hist',
        [
          [1, 1],
          ['+Inf', 3],
        ],
        4.5,
      ),
    )
    const text = await scrape()
    expect(text.slice(text.indexOf('# HELP acc_counter'))).toBe(`# HELP acc_counter the acc_counter
# TYPE acc_counter counter
acc_counter{origin="sdk",metric_type="counter",foo="b\\"a\\\\r\\n"} 5

# HELP acc_gauge a gauge\\nnewline
# TYPE acc_gauge gauge
acc_gauge{origin="sdk",metric_type="gauge",env="x"} 7

# HELP acc_hist the acc_hist
# TYPE acc_hist histogram
acc_hist_bucket{metric_type="histogram",origin="sdk",le="1"} 2
acc_hist_bucket{metric_type="histogram",origin="sdk",le="+Inf"} 6
acc_hist_sum{metric_type="histogram",origin="sdk"} 9
acc_hist_count{metric_type="histogram",origin="sdk"} 6
`)
  })

  it('leaves out names that the format does not have, and series beyond the bound', async () => {
    await report(
      numeric('counter', 'not a name', [{ value: 1 }]),
      numeric('counter', 'acc_labels', [{ value: 1, labels: { 'a-b': 'x', ok: 'y' } }]),
    )
    const text = await scrape()
    expect(text).not.toContain('not a name')
    expect(text).toContain('acc_labels{origin="sdk",metric_type="counter",ok="y"} 1')
    for (let n = 0; n < 3; n++)
      await report(
        numeric(
          'counter',
          `acc_many_${n}`,
          Array.from({ length: 999 }, (_, label) => ({ value: 1, labels: { label } })),
        ),
      )
    expect((await scrape()).split('\n').filter((line) => line.includes('origin=')).length).toBeLessThan(2020)
  })
})

describe('a safeguard', () => {
  it('acts on the impact metrics of its environment, over any period', async () => {
    const flag = await releases.addFlag('guarded')
    await releases.on(flag)
    const put = (operator: string, threshold: number, environment = 'development') =>
      app.call('PUT', `/api/admin/projects/default/features/${flag}/environments/${environment}/safeguards`, {
        body: {
          impactMetric: {
            metricName: 'crashes',
            timeRange: 'day',
            aggregationMode: 'count',
            labelSelectors: {},
          },
          triggerCondition: { operator, threshold },
        },
      })
    await put('>', 5)
    await report(numeric('counter', 'crashes', [{ value: 4 }]))
    app.clock.advance(2 * 60 * MINUTE)
    await app.backend.runJobs()
    expect((await releases.events('safeguard-triggered')).filter((one) => one.featureName === flag)).toEqual(
      [],
    )
    await report(numeric('counter', 'crashes', [{ value: 3 }]))
    app.clock.advance(MINUTE)
    await app.backend.runJobs()
    const [event] = (await releases.events('safeguard-triggered')).filter((one) => one.featureName === flag)
    expect(event?.data).toMatchObject({ value: 7 })
  })
})
