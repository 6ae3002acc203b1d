import type { ProtobufForm, ProtobufMessage } from '../../contract-engine/operation.ts'

/**
 * Messages of the OpenTelemetry protocol (OTLP 1.x), with the fields that evaluations of flags are in. All other fields
 * are skipped: ids of traces, links, severities and so on are never read.
 */
const AnyValue: ProtobufMessage = {
  1: { name: 'stringValue', type: 'string' },
  2: { name: 'boolValue', type: 'bool' },
  3: { name: 'intValue', type: 'int64' },
  4: { name: 'doubleValue', type: 'double' },
  5: { name: 'arrayValue', type: () => ArrayValue },
  6: { name: 'kvlistValue', type: () => KeyValueList },
}
const ArrayValue: ProtobufMessage = { 1: { name: 'values', type: () => AnyValue, isRepeated: true } }
const KeyValueList: ProtobufMessage = { 1: { name: 'values', type: () => KeyValue, isRepeated: true } }
const KeyValue: ProtobufMessage = {
  1: { name: 'key', type: 'string' },
  2: { name: 'value', type: () => AnyValue },
}

const attributes = { name: 'attributes', type: () => KeyValue, isRepeated: true } as const

const Resource: ProtobufMessage = { 1: attributes }

const SpanEvent: ProtobufMessage = {
  1: { name: 'timeUnixNano', type: 'fixed64' },
  2: { name: 'name', type: 'string' },
  3: attributes,
}
const Span: ProtobufMessage = {
  5: { name: 'name', type: 'string' },
  8: { name: 'endTimeUnixNano', type: 'fixed64' },
  9: attributes,
  11: { name: 'events', type: () => SpanEvent, isRepeated: true },
}
const LogRecord: ProtobufMessage = {
  1: { name: 'timeUnixNano', type: 'fixed64' },
  5: { name: 'body', type: () => AnyValue },
  6: attributes,
  11: { name: 'observedTimeUnixNano', type: 'fixed64' },
  12: { name: 'eventName', type: 'string' },
}

/** An export: records by resource, then by the library that made them. */
const exportOf = (resources: string, scopes: string, records: string, record: ProtobufMessage) => {
  const Scope: ProtobufMessage = { 2: { name: records, type: () => record, isRepeated: true } }
  const OfResource: ProtobufMessage = {
    1: { name: 'resource', type: () => Resource },
    2: { name: scopes, type: () => Scope, isRepeated: true },
  }
  return { 1: { name: resources, type: () => OfResource, isRepeated: true } } satisfies ProtobufMessage
}

const answerWith = (rejected: string): ProtobufMessage => {
  const PartialSuccess: ProtobufMessage = {
    1: { name: rejected, type: 'int64' },
    2: { name: 'errorMessage', type: 'string' },
  }
  return { 1: { name: 'partialSuccess', type: () => PartialSuccess } }
}

export const TRACES: ProtobufForm = {
  request: exportOf('resourceSpans', 'scopeSpans', 'spans', Span),
  answer: answerWith('rejectedSpans'),
}

export const LOGS: ProtobufForm = {
  request: exportOf('resourceLogs', 'scopeLogs', 'logRecords', LogRecord),
  answer: answerWith('rejectedLogRecords'),
}
