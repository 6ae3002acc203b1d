import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { readConfig } from './config.ts'
import { readTelemetry } from './telemetry-options.ts'

let temp: ReturnType<typeof makeTempFolder>
beforeEach(() => (temp = makeTempFolder()))
afterEach(() => temp.remove())

const read = (env: Record<string, string>) =>
  readTelemetry(readConfig({ dataDir: temp.folder }, env), 'process-1')
const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }
const urlsOf = ({ options: { traces, metrics } }: ReturnType<typeof read>) => [traces?.url, metrics?.url]

describe('OpenTelemetry', () => {
  it('is off, without a word, unless something of it is set', () => {
    expect(read({})).toMatchObject({ options: { traces: undefined, metrics: undefined }, problems: [] })
    expect(urlsOf(read({ OTEL_SERVICE_NAME: 'flags' }))).toEqual([undefined, undefined])
  })

  it.each([
    [ENDPOINT, 'http://collector:4318/v1/traces', 'http://collector:4318/v1/metrics'],
    [{ OTEL_TRACES_EXPORTER: 'otlp' }, 'http://localhost:4318/v1/traces', undefined],
    [{ ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }, undefined, 'http://collector:4318/v1/metrics'],
    [{ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'https://m.test/otlp' }, undefined, 'https://m.test/otlp'],
    [
      { ...ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://t.test/x' },
      'http://t.test/x',
      'http://collector:4318/v1/metrics',
    ],
    [{ ...ENDPOINT, OTEL_SDK_DISABLED: 'TRUE' }, undefined, undefined],
    [
      { ...ENDPOINT, OTEL_SDK_DISABLED: 'no' },
      'http://collector:4318/v1/traces',
      'http://collector:4318/v1/metrics',
    ],
  ])('with %j sends traces to %s and metrics to %s', (env, traces, metrics) => {
    const telemetry = read(env)
    expect(urlsOf(telemetry)).toEqual([traces, metrics])
    expect(telemetry.problems).toEqual([])
  })

  it('describes the service', () => {
    const { options } = read({
      ...ENDPOINT,
      OTEL_SERVICE_NAME: 'flags',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,deployment.environment.name=a%2Cb, team = x ',
    })
    expect(options.resource).toMatchObject({
      'service.name': 'flags',
      'service.instance.id': 'process-1',
      'deployment.environment.name': 'a,b',
      team: 'x',
    })
    expect(read(ENDPOINT).options.resource).toMatchObject({ 'service.name': 'halyard' })
  })

  it('takes headers, times, compression and the sampler', () => {
    const { options } = read({
      ...ENDPOINT,
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20hunter2,x-team=a=b',
      OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
      OTEL_EXPORTER_OTLP_TIMEOUT: '3000',
      OTEL_BSP_SCHEDULE_DELAY: '1000',
      OTEL_METRIC_EXPORT_INTERVAL: '30000',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    })
    const receiver = {
      headers: { Authorization: 'Bearer hunter2', 'x-team': 'a=b' },
      isPacked: true,
      timeoutMs: 3000,
    }
    expect(options.traces).toMatchObject({
      ...receiver,
      isProtobuf: true,
      delayMs: 1000,
      sampler: 'traceidratio',
      ratio: 0.25,
    })
    expect(options.metrics).toMatchObject({ ...receiver, intervalMs: 30_000 })
  })

  it.each([
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'usually 4318'],
    [{ OTEL_TRACES_EXPORTER: 'zipkin' }, 'OTEL_TRACES_EXPORTER names zipkin'],
    [{ OTEL_METRICS_EXPORTER: 'otlp,console' }, 'OTEL_METRICS_EXPORTER names console'],
    [{ OTEL_EXPORTER_OTLP_COMPRESSION: 'zstd' }, 'must be gzip or none'],
    [{ OTEL_TRACES_SAMPLER: 'jaeger_remote' }, 'OTEL_TRACES_SAMPLER must be one of'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=1,hunter2' }, 'HEADERS cannot be read at part 2'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=%zz' }, 'HEADERS cannot be read at part 1'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=hunter2%0d%0a' }, 'has a header that cannot be sent'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'content-type=hunter2' }, 'has a header that cannot be sent'],
    [{ OTEL_RESOURCE_ATTRIBUTES: '=x' }, 'OTEL_RESOURCE_ATTRIBUTES cannot be read at part 1'],
  ])('says that it does not follow %j', (env, problem) => {
    const { problems } = read({ ...ENDPOINT, ...env })
    expect(problems).toEqual([expect.stringContaining(problem)])
    expect(problems.join('')).not.toContain('hunter2')
  })

  it('sends nothing over gRPC, and other exporters are no reason to stop the start', () => {
    expect(urlsOf(read({ ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }))).toEqual([undefined, undefined])
    expect(urlsOf(read({ ...ENDPOINT, OTEL_TRACES_EXPORTER: 'zipkin' }))).toEqual([
      undefined,
      'http://collector:4318/v1/metrics',
    ])
  })

  it('takes no address with a password', () => {
    expect(() => read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://me:hunter2@collector' })).toThrow(/otelEndpoint/)
  })
})
