import { AsyncLocalStorage } from 'node:async_hooks'
import { isDeepStrictEqual } from 'node:util'

import { EventHook, SpanEventHook, SpanHook } from '@openfeature/open-telemetry-hooks'
import { InMemoryProvider, OpenFeature, type Hook } from '@openfeature/server-sdk'
import { context, ROOT_CONTEXT, trace, type Context, type ContextManager } from '@opentelemetry/api'
import { logs } from '@opentelemetry/api-logs'
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-proto'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { CompressionAlgorithm } from '@opentelemetry/otlp-exporter-base'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'
import { BatchSpanProcessor, TracerProvider, type SpanProcessor } from '@opentelemetry/sdk-trace'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { getEvaluationLog, getEvaluationLogCall } from '#shared/clients/contract/evaluation-log.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { BACKEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'

/** The hooks of OpenFeature with the exporters of OpenTelemetry, and a provider that decides in the process (ADR 93). */

let app: TestBackend
let url = ''

/** Keeps the active span over awaits, as the context manager of OpenTelemetry for Node.js does. */
class Contexts implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>()
  active = () => this.#storage.getStore() ?? ROOT_CONTEXT
  with: ContextManager['with'] = (active, run, self, ...args) =>
    this.#storage.run(active, () => run.call(self as ThisParameterType<typeof run>, ...args))
  bind = <T>(_context: Context, target: T) => target
  enable = () => this
  disable = () => this
}

/** The hook for spans keeps the tracer of the first provider: there is one, with the exporter of the test. */
let exporting: SpanProcessor | undefined
const provider = new TracerProvider({
  resource: resourceFromAttributes({ 'service.name': 'shop' }),
  spanProcessors: [
    {
      onStart: (span, parent) => exporting?.onStart(span, parent),
      onEnd: (span) => exporting?.onEnd(span),
      forceFlush: async () => exporting?.forceFlush(),
      shutdown: async () => exporting?.shutdown(),
    },
  ],
})

beforeAll(async () => {
  app = await startBackend({ rateLimits: { perMinute: {} }, startsAt: new Date().toISOString() })
  url = await app.backend.listen()
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'colour' } })
  const variants = { red: '#f00', blue: '#00f' }
  const colour = { variants, defaultVariant: 'red', disabled: false, contextEvaluator: () => 'blue' }
  await OpenFeature.setProviderAndWait(new InMemoryProvider({ colour }))
  context.setGlobalContextManager(new Contexts())
  trace.setGlobalTracerProvider(provider)
})
afterAll(async () => {
  await OpenFeature.close()
  trace.disable()
  context.disable()
  await app.stop()
})

/** Evaluates within a span: a flag that there is, and one that there is not. */
async function evaluate(hook: Hook, targetingKey: string): Promise<void> {
  const client = OpenFeature.getClient()
  client.addHooks(hook)
  await trace.getTracer('shop').startActiveSpan('GET /cart', async (span) => {
    expect(await client.getStringValue('colour', 'none', { targetingKey })).toBe('#00f')
    expect(await client.getBooleanValue('nothing', true, { targetingKey })).toBe(true)
    span.end()
  })
}

/** Results in the log for a context. */
async function logged(targetingKey: string) {
  const { body } = await app.call(getEvaluationLog)
  const own = body.calls.filter(({ context: sent }) =>
    isDeepStrictEqual(sent, { properties: { targetingKey } }),
  )
  expect(own).toMatchObject([{ kind: 'reported', appName: 'shop', environment: 'development', count: 1 }])
  return (await app.call(getEvaluationLogCall, { params: { id: own[0]?.id ?? 0 } })).body.results
}

const EXPECTED = [
  {
    name: 'colour',
    variant: 'blue',
    value: '#00f',
    reason: 'targeting_match',
    decidedBy: 'sdk',
    explanation: ['The SDK (in-memory) decided: targeting_match.'],
  },
  { name: 'nothing', enabled: true, value: 'true', reason: 'error', decidedBy: 'sdk' },
]

const headers = { Authorization: BACKEND }

it.each([
  ['spans', 'JSON', SpanHook, JsonExporter, CompressionAlgorithm.NONE],
  ['spans', 'protobuf, packed', SpanHook, ProtobufExporter, CompressionAlgorithm.GZIP],
  ['span events', 'JSON, packed', SpanEventHook, JsonExporter, CompressionAlgorithm.GZIP],
  ['span events', 'protobuf', SpanEventHook, ProtobufExporter, CompressionAlgorithm.NONE],
])('evaluations arrive as %s in %s', async (what, form, HookOf, Exporter, compression) => {
  const exporter = new Exporter({ url: `${url}/otlp/v1/traces`, headers, compression })
  exporting = new BatchSpanProcessor({ exporter })
  await evaluate(new HookOf(), `${what} in ${form}`)
  await exporting.forceFlush()
  await exporting.shutdown()
  OpenFeature.getClient().clearHooks()
  expect(await logged(`${what} in ${form}`)).toMatchObject(EXPECTED)
})

it('evaluations arrive as log records in protobuf, packed', async () => {
  exporting = undefined
  const exporter = new OTLPLogExporter({
    url: `${url}/otlp/v1/logs`,
    headers,
    compression: CompressionAlgorithm.GZIP,
  })
  const logger = new LoggerProvider({
    resource: resourceFromAttributes({ 'service.name': 'shop' }),
    processors: [new BatchLogRecordProcessor({ exporter })],
  })
  logs.setGlobalLoggerProvider(logger)
  await evaluate(new EventHook(), 'log records')
  await logger.forceFlush()
  await logger.shutdown()
  logs.disable()
  expect(await logged('log records')).toMatchObject(EXPECTED)
})
