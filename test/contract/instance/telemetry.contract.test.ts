import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createFeature } from '#shared/flags/contract/features.ts'
import { FLAGS, startAddonStage, type AddonStage } from '#support/stages/addon-stage.ts'
import { logLines } from '#support/service/log-lines.ts'
import { startRecordingServer, type RecordingServer } from '#support/stand-ins/recording-server.ts'
import { ADMIN, BACKEND, startBackend } from '#support/service/start-backend.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const OVER_SOCKET = '0af7651916cd43dd8448eb211c80319c'
const CALLER = '00f067aa0ba902b7'
/** Status of a span that has not failed. */
const UNSET = { code: 0 }
const FEATURES = '/api/client/features'

interface Attribute {
  key: string
  value: Record<string, unknown>
}
interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Attribute[]
  status: { code?: number }
}
interface SentTraces {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: SentSpan[] }[] }[]
}
interface SentMetric {
  name: string
  sum?: { dataPoints: { attributes: Attribute[]; asDouble: number }[] }
  gauge?: { dataPoints: { asDouble: number }[] }
  histogram?: { dataPoints: { count: string; bucketCounts: string[]; explicitBounds: number[] }[] }
}
interface SentMetrics {
  resourceMetrics: { scopeMetrics: { metrics: SentMetric[] }[] }[]
}

const textOf = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]))
const sentTo = <T>(collector: RecordingServer, path: string) =>
  collector.seen.filter((request) => request.path === path).map(({ body }) => JSON.parse(body) as T)

let collector: RecordingServer
beforeAll(async () => {
  collector = await startRecordingServer(() => ({ status: 200, body: {} }))
})
afterAll(() => collector.stop())

describe('a service with a collector', () => {
  const { logger, lines } = logLines()
  let stage: AddonStage
  let spans: SentSpan[]
  let metrics: SentMetric[]

  beforeAll(async () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=hunter2',
      OTEL_SERVICE_NAME: 'flags',
    }
    stage = await startAddonStage({ env, logger })
    const { app } = stage
    const traceparent = `00-${TRACE}-${CALLER}-01`
    await stage.create({ parameters: { url: `${stage.receiver.url}/hook/hunter2-in-path` } })
    await app.call('POST', FLAGS, { body: { name: 'traced' }, headers: { traceparent } })
    await fetch(`${await app.backend.listen('auto')}${FLAGS}`, {
      method: 'POST',
      headers: {
        authorization: ADMIN,
        'content-type': 'application/json',
        traceparent: `00-${OVER_SOCKET}-${CALLER}-01`,
      },
      body: JSON.stringify({ name: 'over-a-socket' }),
    })
    await app.call('GET', `${FEATURES}?query=hunter2`, { token: BACKEND })
    await app.call('GET', `${FLAGS}/secret-name-of-a-flag`)
    await app.call('GET', '/no/such/hunter2')
    await stage.settle()
    await stage.stop()
    spans = sentTo<SentTraces>(collector, '/v1/traces').flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    )
    metrics = sentTo<SentMetrics>(collector, '/v1/metrics').flatMap(({ resourceMetrics }) =>
      resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics)),
    )
  })

  const spanNamed = (name: string) => spans.find((span) => span.name === name)
  const childOf = (span: SentSpan | undefined, name: string) =>
    spans.find((one) => one.parentSpanId === span?.spanId && one.name === name)

  it('sends a span of a request, which continues the trace of its caller', () => {
    const request = spanNamed(`POST ${createFeature.path}`)
    expect(request).toMatchObject({ traceId: TRACE, parentSpanId: CALLER, kind: 2, status: {} })
    expect(textOf(request?.attributes ?? [])).toEqual({
      'http.request.method': 'POST',
      'url.scheme': 'http',
      'http.route': createFeature.path,
      'halyard.operation': 'createFeature',
      'http.response.status_code': '201',
    })
  })

  it('sends spans of its operation, its transaction and its wait for the disk', () => {
    const operation = childOf(spanNamed(`POST ${createFeature.path}`), 'createFeature')
    expect(operation).toMatchObject({ traceId: TRACE, kind: 1 })
    for (const name of ['transaction', 'durable'])
      expect(childOf(operation, name), name).toMatchObject({ traceId: TRACE })
  })

  it('keeps the trace of a request whose body comes over a socket', () => {
    const names = spans.filter(({ traceId }) => traceId === OVER_SOCKET).map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining([`POST ${createFeature.path}`, 'createFeature', 'transaction', 'durable']),
    )
  })

  it('sends spans of its requests to others, and passes the trace on', () => {
    const hook = stage.receiver.seen.find(({ path }) => path.startsWith('/hook'))
    const [, traceId, spanId] = String(hook?.headers['traceparent']).split('-')
    const request = spans.find((span) => span.spanId === spanId)
    expect(request).toMatchObject({ traceId, name: 'POST', kind: 3, status: {} })
    expect(textOf(request?.attributes ?? [])).toEqual({
      'http.request.method': 'POST',
      'server.address': '127.0.0.1',
      'server.port': new URL(stage.receiver.url).port,
      'http.response.status_code': '200',
    })
  })

  it('sends spans of its jobs', () => {
    expect(spanNamed('job: prune tables')).toMatchObject({ kind: 1, status: {} })
  })

  it('sends an error of the caller as no fault, and a path of no operation without the path', () => {
    const missing = spans.filter(
      ({ attributes }) => textOf(attributes)['http.response.status_code'] === '404',
    )
    expect(missing.map(({ name, status }) => [name, status])).toEqual([
      [expect.stringContaining('GET /api/admin/projects/:projectId/features/'), UNSET],
      ['GET', UNSET],
    ])
  })

  it('sends the figures of Prometheus', () => {
    const requests = metrics.find(({ name }) => name === 'http_requests_total')?.sum?.dataPoints ?? []
    const created = requests.find(({ attributes }) => textOf(attributes)['path'] === createFeature.path)
    expect(created).toMatchObject({ asDouble: 2 })
    expect(metrics.find(({ name }) => name === 'feature_toggles_total')?.gauge?.dataPoints).toEqual([
      expect.objectContaining({ asDouble: 2 }),
    ])
    const durations = metrics.find(({ name }) => name === 'http_request_duration_milliseconds')?.histogram
    expect(durations?.dataPoints.length).toBeGreaterThan(0)
    for (const { count, bucketCounts, explicitBounds } of durations?.dataPoints ?? []) {
      expect(bucketCounts).toHaveLength(explicitBounds.length + 1)
      expect(bucketCounts.reduce((sum, one) => sum + Number(one), 0)).toBe(Number(count))
    }
  })

  it('names itself, and identifies itself to the collector', () => {
    const [traces] = sentTo<SentTraces>(collector, '/v1/traces')
    expect(textOf(traces?.resourceSpans[0]?.resource.attributes ?? [])).toMatchObject({
      'service.name': 'flags',
      'telemetry.sdk.language': 'nodejs',
    })
    expect(new Set(collector.seen.map(({ headers }) => headers['x-key']))).toEqual(new Set(['hunter2']))
  })

  it('sends neither tokens nor names nor addresses', () => {
    const sent = collector.seen.map(({ body }) => body).join('')
    expect(sent.length).toBeGreaterThan(1000)
    for (const secret of [ADMIN, BACKEND, 'hunter2', 'secret-name-of-a-flag'])
      expect(sent).not.toContain(secret)
  })

  it('names the trace in its log', () => {
    const line = lines
      .map((text) => JSON.parse(text) as Record<string, unknown>)
      .find(({ msg, method, path }) => msg === 'request' && method === 'POST' && path === FLAGS)
    expect(line).toMatchObject({ trace_id: TRACE, span_id: spanNamed(`POST ${createFeature.path}`)?.spanId })
  })
})

describe('a service whose collector is away', () => {
  it('answers as ever, sends its metrics without serving them, and stops', async () => {
    const { logger, lines } = logLines()
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', HALYARD_SERVER_METRICS: 'off' }
    const app = await startBackend({ env, logger })
    expect((await app.call('GET', FEATURES, { token: BACKEND })).status).toBe(200)
    expect((await app.call('GET', '/internal-backstage/prometheus')).status).toBe(404)
    await app.stop()
    const problems = lines.filter((line) => line.includes('telemetry is not accepted'))
    expect(problems.map((line) => (JSON.parse(line) as { telemetry: string }).telemetry).sort()).toEqual([
      'metrics',
      'traces',
    ])
  })
})

describe('a service without a collector', () => {
  it('traces nothing, and passes no trace on', async () => {
    const { logger, lines } = logLines()
    const stage = await startAddonStage({ logger })
    await stage.create()
    const traceparent = `00-${TRACE}-${CALLER}-01`
    await stage.app.call('POST', FLAGS, { body: { name: 'untraced' }, headers: { traceparent } })
    await stage.settle()
    await stage.stop()
    expect(stage.receiver.seen).toHaveLength(1)
    expect(stage.receiver.seen[0]?.headers).not.toHaveProperty('traceparent')
    expect(lines.join('')).not.toContain('trace_id')
  })
})
