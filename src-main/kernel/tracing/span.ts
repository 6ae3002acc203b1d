export type SpanKind = 'internal' | 'server' | 'client'
export type SpanValue = string | number | boolean

/** Headers that name a place in a trace (W3C Trace Context). */
export type TraceHeaders = Readonly<Record<string, string | string[] | undefined>>

export interface SpanOptions {
  readonly kind?: SpanKind
  readonly attributes?: Readonly<Record<string, SpanValue>>
  /** Span that this one is a part of. */
  readonly parent?: Span | undefined
  /** Span that caused this one and ended before. */
  readonly cause?: Span | undefined
  /** Headers of the caller, whose trace is continued if they name one. */
  readonly headers?: TraceHeaders
}

/** Begins spans. The SDK of OpenTelemetry is behind it, and is loaded only if something is sent (ADR 60). */
export interface Tracer {
  begin(name: string, options?: SpanOptions): Span
}

/** Piece of work with its time, as OpenTelemetry defines it. Attributes never hold what a client has sent. */
export interface Span {
  readonly tracer: Tracer
  readonly traceId: string
  readonly spanId: string
  readonly isEnded: boolean
  /** Headers that name its place for another machine. */
  headers(): Record<string, string>
  rename(name: string): void
  set(name: string, value: SpanValue): void
  /** Marks a fault of the service. Only the kind of error is kept: its message may hold data. */
  fail(errorType: string): void
  /** Ends it, once. */
  end(): void
}
