import { AsyncLocalStorage } from 'node:async_hooks'

import { AppError } from '../app-error.ts'
import { RolledBack } from '../rolled-back.ts'
import type { Span, SpanOptions, Tracer } from './span.ts'

const around = new AsyncLocalStorage<Span | undefined>()

/** Span of the running work; undefined: none, or it has ended and the work goes on behind it. */
export function activeSpan(): Span | undefined {
  const span = around.getStore()
  return span?.isEnded === false ? span : undefined
}

/** Runs work as a part of a span. */
export const within = <T>(span: Span | undefined, work: () => T): T =>
  span ? around.run(span, work) : work()

/** Runs work that belongs to no span. */
export const outsideSpans = <T>(work: () => T): T => around.run(undefined, work)

/** Names the place in the trace for a line of the log. */
export function traceFields(): { trace_id: string; span_id: string } | Record<string, never> {
  const span = activeSpan()
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {}
}

interface InSpan extends Pick<SpanOptions, 'kind' | 'attributes'> {
  /** Begins a trace where there is none. Undefined: the work is then not traced. */
  readonly tracer?: Tracer | undefined
}

/**
 * Runs work in a span of its own, below the running one. Work that goes on after the span it came from begins a trace, which
 * names that span as its cause.
 */
export function inSpan<T>(
  name: string,
  { tracer, kind = 'internal', attributes = {} }: InSpan,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const outer = around.getStore()
  const begins = outer?.tracer ?? tracer
  if (!begins) return work(undefined)
  const origin = outer?.isEnded ? { cause: outer } : { parent: outer }
  return runIn(begins.begin(name, { kind, attributes, ...origin }), work)
}

async function runIn<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await around.run(span, () => work(span))
  } catch (error) {
    if (isFault(error)) span.fail(error instanceof Error ? error.name : 'unknown')
    throw error
  } finally {
    span.end()
  }
}

/** Distinguishes faults of the service from refused requests and dry runs. */
const isFault = (error: unknown) =>
  error instanceof AppError ? error.status >= 500 : !(error instanceof RolledBack)
