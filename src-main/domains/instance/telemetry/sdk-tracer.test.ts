import { SpanStatusCode } from '@opentelemetry/api'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { beforeEach, describe, expect, it } from 'vitest'

import { AppError } from '#kernel/app-error.ts'
import { RolledBack } from '#kernel/rolled-back.ts'
import type { SamplerName } from '#kernel/tracing/sampler-names.ts'
import { activeSpan, inSpan, outsideSpans, traceFields, within } from '#kernel/tracing/in-span.ts'
import type { Tracer } from '#kernel/tracing/span.ts'
import { OtelTracer, samplerOf } from './sdk-tracer.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'

const exporter = new InMemorySpanExporter()
const ended = () => exporter.getFinishedSpans()
const placeOf = (at: number) => ended()[at]?.spanContext()

function tracerWith(name: SamplerName, ratio = 1): Tracer {
  const spanProcessors = [new SimpleSpanProcessor({ exporter })]
  const provider = new TracerProvider({ sampler: samplerOf(name, ratio), spanProcessors })
  return new OtelTracer(provider.getTracer('test'))
}

let tracer: Tracer
beforeEach(() => {
  exporter.reset()
  tracer = tracerWith('parentbased_always_on')
})
const fail = (error: unknown) => async () => {
  throw error
}

describe('a span', () => {
  it('is a part of the span around it, across waits', async () => {
    await inSpan('outer', { tracer }, async () => {
      await new Promise(setImmediate)
      await inSpan('inner', {}, async () => {})
    })
    expect(ended().map(({ name }) => name)).toEqual(['inner', 'outer'])
    expect(ended()[0]?.parentSpanContext?.spanId).toBe(placeOf(1)?.spanId)
    expect(placeOf(0)?.traceId).toBe(placeOf(1)?.traceId)
    expect(ended()[1]?.parentSpanContext).toBeUndefined()
  })

  it('is not made without a tracer', async () => {
    expect(await inSpan('alone', {}, async (span) => span)).toBeUndefined()
    expect(traceFields()).toEqual({})
  })

  it('gives its ids to the lines of the log while it runs', async () => {
    const span = await inSpan('work', { tracer }, async (running) => {
      expect(traceFields()).toEqual({ trace_id: running?.traceId, span_id: running?.spanId })
      expect(outsideSpans(activeSpan)).toBeUndefined()
      return running
    })
    expect(within(span, traceFields)).toEqual({})
  })

  it('begins a trace of its own for work that goes on behind it, and names the cause', async () => {
    let after: Promise<void> | undefined
    await inSpan('request', { tracer }, async () => {
      after = new Promise(setImmediate).then(() => inSpan('delivery', {}, async () => {}))
    })
    await after
    expect(placeOf(1)?.traceId).not.toBe(placeOf(0)?.traceId)
    expect(ended()[1]?.parentSpanContext).toBeUndefined()
    expect(ended()[1]?.links.map(({ context }) => context)).toEqual([placeOf(0)])
  })

  it('is a fault with the kind of its error, and without the message', async () => {
    const error = new TypeError('password hunter2')
    await expect(inSpan('work', { tracer }, fail(error))).rejects.toBe(error)
    expect(ended()[0]?.status).toEqual({ code: SpanStatusCode.ERROR })
    expect(ended()[0]?.attributes).toEqual({ 'error.type': 'TypeError' })
    expect(ended()[0]?.events).toEqual([])
  })

  it.each([new AppError('NotFoundError', 'No flag'), new RolledBack('dry run')])(
    'is no fault if it ends with %s',
    async (error) => {
      await expect(inSpan('work', { tracer }, fail(error))).rejects.toBe(error)
      expect(ended()[0]?.status.code).toBe(SpanStatusCode.UNSET)
    },
  )

  it('continues the trace of a caller, and passes it on with its state', () => {
    const headers = { traceparent: `00-${TRACE}-${SPAN}-01`, tracestate: 'vendor=1' }
    const span = tracer.begin('request', { headers })
    span.end()
    expect(span.traceId).toBe(TRACE)
    expect(ended()[0]?.parentSpanContext?.spanId).toBe(SPAN)
    expect(span.headers()).toEqual({ traceparent: `00-${TRACE}-${span.spanId}-01`, tracestate: 'vendor=1' })
  })

  it.each(['', 'hello', `00-${'0'.repeat(32)}-${SPAN}-01`, `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`])(
    'begins a trace if traceparent is %j',
    (traceparent) => {
      tracer.begin('request', { headers: { traceparent } }).end()
      expect(ended()[0]?.parentSpanContext).toBeUndefined()
    },
  )

  it('is not recorded below a caller that does not record', async () => {
    const root = tracer.begin('request', { headers: { traceparent: `00-${TRACE}-${SPAN}-00` } })
    await within(root, () => inSpan('inner', {}, async (span) => expect(span?.traceId).toBe(TRACE)))
    root.end()
    expect(ended()).toEqual([])
    expect(root.headers()['traceparent']).toMatch(/-00$/)
  })

  it('is recorded once', () => {
    const span = tracer.begin('work')
    span.end()
    span.end()
    expect(ended()).toHaveLength(1)
  })
})

describe('a sampler', () => {
  it.each([
    ['always_on', 1, 1, 1],
    ['always_off', 0, 0, 0],
    ['traceidratio', 0, 0, 0],
    ['parentbased_always_on', 1, 1, 0],
    ['parentbased_always_off', 0, 1, 0],
    ['parentbased_traceidratio', 0, 1, 0],
  ] as const)('%s records as its name says', (name, alone, sampled, unsampled) => {
    const recorded = (headers = {}) => {
      exporter.reset()
      tracerWith(name, 0).begin('request', { headers }).end()
      return ended().length
    }
    const below = (flags: string) => recorded({ traceparent: `00-${TRACE}-${SPAN}-${flags}` })
    expect([recorded(), below('01'), below('00')]).toEqual([alone, sampled, unsampled])
  })
})
