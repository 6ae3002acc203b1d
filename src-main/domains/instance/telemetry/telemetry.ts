import { diag, DiagLogLevel } from '@opentelemetry/api'
import { OTLPMetricExporter as JsonMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPMetricExporter as ProtobufMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto'
import { OTLPTraceExporter as JsonTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  MeterProvider,
  PeriodicExportingMetricReader,
  type CollectionResult,
} from '@opentelemetry/sdk-metrics'
import { CompressionAlgorithm } from '@opentelemetry/otlp-exporter-base'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'

import type { Clock } from '#kernel/clock.ts'
import type { Logger } from '#kernel/logger.ts'
import type { Outbound } from '#kernel/outbound.ts'
import type { SamplerName } from '#kernel/tracing/sampler-names.ts'
import type { SpanValue, Tracer } from '#kernel/tracing/span.ts'
import type { Figure } from '../metrics/figure.ts'
import { CollectorWatch, type Receiver } from './collector-watch.ts'
import { metricsOf } from './figure-metrics.ts'
import { OtelTracer, samplerOf } from './sdk-tracer.ts'

/** Time that the end of the service waits for the collector. */
const END_MS = 2000
/** Spans that wait at most. The number is that of OpenTelemetry. */
const MAX_WAITING = 2048
const MAX_WARNING = 300
/** Longest text of an attribute. */
const MAX_TEXT = 256

export interface TelemetryOptions {
  readonly resource: Readonly<Record<string, SpanValue>>
  readonly version: string
  readonly traces: (Receiver & { delayMs: number; sampler: SamplerName; ratio: number }) | undefined
  readonly metrics: (Receiver & { intervalMs: number }) | undefined
}

interface Dependencies {
  readonly clock: Clock
  readonly logger: Logger
  readonly outbound: Outbound
  /** Reads the figures that Prometheus gets, too. */
  readonly figures: () => Promise<readonly Figure[]>
}

interface Pipeline {
  provider: { shutdown(): Promise<void> }
  watch: CollectorWatch
}

/** Sends spans and figures to a collector by the SDK of OpenTelemetry, and what is left at the end. */
export class Telemetry {
  readonly tracer: Tracer | undefined
  readonly #options: TelemetryOptions
  readonly #sources: Dependencies
  readonly #pipelines: Pipeline[] = []

  constructor(options: TelemetryOptions, sources: Dependencies) {
    this.#options = options
    this.#sources = sources
    logWarnings(sources.logger)
    const resource = defaultResource().merge(resourceFromAttributes(options.resource))
    if (options.traces) this.tracer = this.#trace(options.traces, resource)
    if (options.metrics) this.#measure(options.metrics, resource)
  }

  #trace(traces: NonNullable<TelemetryOptions['traces']>, resource: Resource): Tracer {
    const watch = new CollectorWatch(traces, 'traces', this.#sources.logger)
    const Exporter = traces.isProtobuf ? ProtobufTraceExporter : JsonTraceExporter
    const exporter = watch.over(new Exporter(exporterOptions(traces, this.#sources.outbound)))
    const provider = new TracerProvider({
      resource,
      sampler: samplerOf(traces.sampler, traces.ratio),
      spanLimits: { attributeValueLengthLimit: MAX_TEXT },
      spanProcessors: [
        new BatchSpanProcessor({
          exporter,
          maxQueueSize: MAX_WAITING,
          scheduledDelayMillis: traces.delayMs,
          exportTimeoutMillis: traces.timeoutMs,
        }),
      ],
    })
    this.#pipelines.push({ provider, watch })
    return new OtelTracer(provider.getTracer('halyard', this.#options.version))
  }

  #measure(metrics: NonNullable<TelemetryOptions['metrics']>, resource: Resource): void {
    const watch = new CollectorWatch(metrics, 'metrics', this.#sources.logger)
    const Exporter = metrics.isProtobuf ? ProtobufMetricExporter : JsonMetricExporter
    const startedMs = this.#sources.clock.now().getTime()
    const reader = new PeriodicExportingMetricReader({
      exporter: watch.over(new Exporter(exporterOptions(metrics, this.#sources.outbound))),
      exportIntervalMillis: metrics.intervalMs,
      exportTimeoutMillis: Math.min(metrics.timeoutMs, metrics.intervalMs),
      metricProducers: [{ collect: () => this.#collect(resource, startedMs) }],
    })
    this.#pipelines.push({ provider: new MeterProvider({ resource, readers: [reader] }), watch })
  }

  /** Reads all figures. They count since the start, so a report that is lost is made up by the next. */
  async #collect(resource: Resource, startedMs: number): Promise<CollectionResult> {
    const { figures, clock, logger } = this.#sources
    const scope = { name: 'halyard', version: this.#options.version }
    try {
      const metrics = metricsOf(await figures(), startedMs, clock.now().getTime())
      return { resourceMetrics: { resource, scopeMetrics: [{ scope, metrics }] }, errors: [] }
    } catch (error) {
      logger.warn({ err: error }, 'the metrics could not be read')
      return { resourceMetrics: { resource, scopeMetrics: [] }, errors: [] }
    }
  }

  /** Sends what is left. It reads the store, so it comes before the store is closed. */
  async close(): Promise<void> {
    await Promise.all(this.#pipelines.map(endInTime))
  }
}

/** Logs what the SDK warns of: dropped spans, and parts that the collector did not accept. The same again is not logged. */
function logWarnings(logger: Logger): void {
  let last = ''
  const ignore = () => {}
  const warn = (...parts: unknown[]) => {
    const problem = parts
      .filter((part) => typeof part === 'string')
      .join(' ')
      .slice(0, MAX_WARNING)
    if (problem !== last) logger.warn({ problem }, 'OpenTelemetry warns')
    last = problem
  }
  diag.setLogger(
    { error: ignore, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
}

type Resource = ReturnType<typeof defaultResource>

const exporterOptions = ({ url, headers, isPacked, timeoutMs }: Receiver, outbound: Outbound) => ({
  url,
  httpAgentOptions: (protocol: string) => outbound.within({ timeoutMs }).agent(protocol),
  headers: { ...headers },
  timeoutMillis: timeoutMs,
  compression: isPacked ? CompressionAlgorithm.GZIP : CompressionAlgorithm.NONE,
})

async function endInTime({ provider, watch }: Pipeline): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      watch.noteLate()
      resolve()
    }, END_MS)
  })
  // a collector that fails is in the log already
  await Promise.race([provider.shutdown().catch(() => {}), late])
  clearTimeout(timer)
}
