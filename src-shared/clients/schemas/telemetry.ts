import { z } from 'zod'

import { ALL } from '../../schemas/bounded.ts'

/** Bytes of an export, unpacked. An SDK sends 512 spans at a time unless told otherwise. */
export const EXPORT_LIMIT = 1024 * 1024

/** Attributes hold SQL and stack traces, too, which nobody reads here: no text of them refuses an export. */
const Text = z.string().max(EXPORT_LIMIT)
/** Digits of the largest number of 64 bits, with its sign. */
const Whole = z.union([z.string().max(20), z.number()])

/** Value of an attribute, in the JSON form of protobuf. Lists and maps have the bounds of every request. */
const AttributeValue = z.object({
  stringValue: Text.nullish(),
  boolValue: z.boolean().nullish(),
  intValue: Whole.nullish(),
  doubleValue: z.union([z.number(), z.enum(['NaN', 'Infinity', '-Infinity'])]).nullish(),
  arrayValue: z.unknown().optional(),
  kvlistValue: z.unknown().optional(),
})
export type AttributeValue = z.output<typeof AttributeValue>

const Attribute = z
  .object({ key: Text.nullish(), value: AttributeValue.nullish() })
  .meta({ id: 'telemetryAttributeSchema' })
export type Attribute = z.output<typeof Attribute>

const attributes = z.array(Attribute).max(ALL).nullish()

const Span = z.object({
  name: Text.nullish(),
  endTimeUnixNano: Whole.nullish(),
  attributes,
  events: z
    .array(z.object({ name: Text.nullish(), timeUnixNano: Whole.nullish(), attributes }))
    .max(ALL)
    .nullish(),
})

const LogRecord = z.object({
  eventName: Text.nullish(),
  timeUnixNano: Whole.nullish(),
  observedTimeUnixNano: Whole.nullish(),
  body: AttributeValue.nullish(),
  attributes,
})

const resource = z.object({ attributes }).nullish()
const list = <T extends z.ZodType>(item: T) => z.array(item).max(ALL).nullish()

/** ExportTraceServiceRequest of OTLP: what is read of it. */
export const SpanExport = z
  .object({
    resourceSpans: list(z.object({ resource, scopeSpans: list(z.object({ spans: list(Span) })) })),
  })
  .meta({ id: 'spanExportSchema' })
export type SpanExport = z.output<typeof SpanExport>

/** ExportLogsServiceRequest of OTLP: what is read of it. */
export const LogExport = z
  .object({
    resourceLogs: list(z.object({ resource, scopeLogs: list(z.object({ logRecords: list(LogRecord) })) })),
  })
  .meta({ id: 'logExportSchema' })
export type LogExport = z.output<typeof LogExport>

/** Number of 64 bits, as a text. */
const Count = z.string().regex(/^\d{1,9}$/)

export const SpansTaken = z
  .object({ partialSuccess: z.object({ rejectedSpans: Count, errorMessage: z.string() }).optional() })
  .meta({ id: 'spansTakenSchema' })

export const LogRecordsTaken = z
  .object({ partialSuccess: z.object({ rejectedLogRecords: Count, errorMessage: z.string() }).optional() })
  .meta({ id: 'logRecordsTakenSchema' })
