import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span as SdkSpan,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer as SdkTracer,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'

import type { SamplerName } from '#kernel/tracing/sampler-names.ts'
import type { Span, SpanOptions, SpanValue, Tracer } from '#kernel/tracing/span.ts'

const KINDS = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT }
const propagator = new W3CTraceContextPropagator()

/** Begins spans of the SDK, for the code of the service, which does not know it. */
export class OtelTracer implements Tracer {
  readonly #tracer: SdkTracer

  constructor(tracer: SdkTracer) {
    this.#tracer = tracer
  }

  begin(name: string, { kind = 'internal', attributes = {}, ...origin }: SpanOptions = {}): Span {
    const links = origin.cause instanceof OtelSpan ? [{ context: origin.cause.place }] : []
    const options = { kind: KINDS[kind], attributes, links }
    return new OtelSpan(this, this.#tracer.startSpan(name, options, contextOf(origin)))
  }
}

function contextOf({ parent, headers }: Pick<SpanOptions, 'parent' | 'headers'>): Context {
  if (parent instanceof OtelSpan) return trace.setSpanContext(ROOT_CONTEXT, parent.place)
  return headers ? propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter) : ROOT_CONTEXT
}

class OtelSpan implements Span {
  readonly tracer: Tracer
  readonly #span: SdkSpan
  #isEnded = false

  constructor(tracer: Tracer, span: SdkSpan) {
    this.tracer = tracer
    this.#span = span
  }

  get place() {
    return this.#span.spanContext()
  }

  get traceId(): string {
    return this.place.traceId
  }

  get spanId(): string {
    return this.place.spanId
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  headers(): Record<string, string> {
    const headers: Record<string, string> = {}
    propagator.inject(trace.setSpanContext(ROOT_CONTEXT, this.place), headers, defaultTextMapSetter)
    return headers
  }

  rename(name: string): void {
    this.#span.updateName(name)
  }

  set(name: string, value: SpanValue): void {
    this.#span.setAttribute(name, value)
  }

  fail(errorType: string): void {
    this.#span.setStatus({ code: SpanStatusCode.ERROR })
    this.set('error.type', errorType)
  }

  end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#span.end()
  }
}

/** Makes the sampler of a name. */
export function samplerOf(name: SamplerName, ratio: number): Sampler {
  if (name === 'always_on') return new AlwaysOnSampler()
  if (name === 'always_off') return new AlwaysOffSampler()
  if (name === 'traceidratio') return new TraceIdRatioBasedSampler(ratio)
  if (name === 'parentbased_always_off') return new ParentBasedSampler({ root: new AlwaysOffSampler() })
  const root =
    name === 'parentbased_traceidratio' ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler()
  return new ParentBasedSampler({ root })
}
