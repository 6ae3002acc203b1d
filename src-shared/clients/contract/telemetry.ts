import { EXPORT_LIMIT, LogExport, LogRecordsTaken, SpanExport, SpansTaken } from '../schemas/telemetry.ts'
import { LOGS, TRACES } from '../telemetry/otlp-messages.ts'
import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'

/** Like impressions: any SDK has evaluations of its own, and pages hold a frontend token only. */
const shared = {
  tag: 'OpenFeature',
  method: 'POST',
  audience: 'sdk',
  access: audienceOnly,
  everywhere: true,
  bodyLimit: EXPORT_LIMIT,
  bounds: { text: EXPORT_LIMIT },
  errors: [429],
} as const

export const receiveSpans = operation({
  ...shared,
  operationId: 'receiveSpans',
  path: '/otlp/v1/traces',
  summary: 'Accepts evaluations of flags in spans of OpenTelemetry (OTLP)',
  description:
    'Accepts spans named `feature_flag.evaluation`, and span events of that name or `feature_flag`. Everything else is ignored.',
  body: SpanExport,
  protobuf: TRACES,
  responses: { 200: SpansTaken },
})

export const receiveLogRecords = operation({
  ...shared,
  operationId: 'receiveLogRecords',
  path: '/otlp/v1/logs',
  summary: 'Accepts evaluations of flags in log records of OpenTelemetry (OTLP)',
  description:
    'Accepts events named `feature_flag.evaluation` or `feature_flag`. Everything else is ignored.',
  body: LogExport,
  protobuf: LOGS,
  responses: { 200: LogRecordsTaken },
})
