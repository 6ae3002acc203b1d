import { TraceFlags, type Attributes, type AttributeValue } from '@opentelemetry/api'
import type { AnyValue, LogAttributes } from '@opentelemetry/api-logs'
import {
  JsonLogsSerializer,
  JsonTraceSerializer,
  ProtobufLogsSerializer,
  ProtobufTraceSerializer,
} from '@opentelemetry/otlp-transformer'
import { resourceFromAttributes } from '@opentelemetry/resources'
import type { ReadableLogRecord } from '@opentelemetry/sdk-logs'
import type { ReadableSpan } from '@opentelemetry/sdk-trace'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { AppError } from '#kernel/app-error.ts'
import { parseRequest } from '#kernel/parse-request.ts'
import { receiveLogRecords, receiveSpans } from '#shared/clients/contract/telemetry.ts'
import { LOGS, TRACES } from '#shared/clients/telemetry/otlp-messages.ts'
import { decodeMessage } from '#transport/http/protobuf/decode-message.ts'
import { evaluationsInLogs, evaluationsInSpans } from '#domains/clients/telemetry/find-evaluations.ts'

/** The encoders of OpenTelemetry, for both forms, and what is read of them. */

// U+0000 is refused, and half a character has no encoding
const text = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((one) => !one.includes('\u0000'))
const scalar = fc.oneof(
  text,
  fc.boolean(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const keys = fc.oneof(
  text,
  fc.constantFrom(
    'feature_flag.key',
    'feature_flag.variant',
    'feature_flag.result.value',
    'feature_flag.context.id',
    'error.type',
    'event.name',
  ),
)
const attributes: fc.Arbitrary<Attributes> = fc.dictionary(
  keys,
  fc.oneof<fc.Arbitrary<AttributeValue>[]>(
    text,
    fc.boolean(),
    fc.integer(),
    scalar,
    fc.array(text, { maxLength: 3 }),
  ),
  { noNullPrototype: true },
)
const { value: nested } = fc.letrec<{ value: AnyValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(keys, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}))
const logAttributes: fc.Arbitrary<LogAttributes> = fc.dictionary(keys, nested, { noNullPrototype: true })
const names = fc.oneof(text, fc.constantFrom('feature_flag', 'feature_flag.evaluation'))
const time = fc.tuple(fc.integer({ min: 1, max: 4_000_000_000 }), fc.nat(999_999_999))

const resource = resourceFromAttributes({ 'service.name': 'shop' })
const instrumentationScope = { name: 'a scope' }
const spanContext = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: TraceFlags.SAMPLED }

const span: fc.Arbitrary<ReadableSpan> = fc
  .record({
    name: names,
    attributes,
    endTime: time,
    events: fc.array(fc.record({ name: names, time, attributes }), { maxLength: 3 }),
  })
  .map((made) => ({
    ...made,
    kind: 0,
    spanContext: () => spanContext,
    startTime: [1, 0],
    duration: [1, 0],
    status: { code: 0 },
    links: [],
    ended: true,
    resource,
    instrumentationScope,
    droppedAttributesCount: 1,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }))

const record: fc.Arbitrary<ReadableLogRecord> = fc
  .record({ eventName: names, attributes: logAttributes, body: nested, hrTime: time, hrTimeObserved: time })
  .map((made) => ({ ...made, spanContext, resource, instrumentationScope, droppedAttributesCount: 0 }))

const jsonOf = (bytes: Uint8Array | undefined): unknown => JSON.parse(Buffer.from(bytes ?? []).toString())
const read = (bytes: Uint8Array | undefined, { request }: typeof TRACES) =>
  decodeMessage(bytes ?? new Uint8Array(), request)

describe('an export in protobuf', () => {
  it('of spans has the evaluations of the same export in JSON', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(span, { maxLength: 5 }), async (spans) => {
        const json = { body: jsonOf(JsonTraceSerializer.serializeRequest(spans)) }
        const protobuf = { body: await read(ProtobufTraceSerializer.serializeRequest(spans), TRACES) }
        const found = async (raw: object) => evaluationsInSpans(parseRequest(receiveSpans, raw).body)
        expect(await found(protobuf)).toEqual(await found(json))
      }),
    )
  })

  it('of log records has the evaluations of the same export in JSON', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 5 }), async (records) => {
        const json = { body: jsonOf(JsonLogsSerializer.serializeRequest(records)) }
        const protobuf = { body: await read(ProtobufLogsSerializer.serializeRequest(records), LOGS) }
        const found = async (raw: object) => evaluationsInLogs(parseRequest(receiveLogRecords, raw).body)
        expect(await found(protobuf)).toEqual(await found(json))
      }),
    )
  })
})

/** Reads bytes; an error has to be the answer 400. */
async function readAnything(bytes: Uint8Array): Promise<unknown> {
  try {
    return [await read(bytes, TRACES), await read(bytes, LOGS)]
  } catch (error) {
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({ status: 400 })
    return undefined
  }
}

describe('bytes that are no export', () => {
  it('are a 400, or nothing that is read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => void (await readAnything(bytes))),
      {
        numRuns: 2000,
      },
    )
  })

  it('of an export with some of them changed or cut are a 400, or another export', async () => {
    const change = fc.record({ at: fc.nat(), byte: fc.nat(255), cut: fc.option(fc.nat()) })
    await fc.assert(
      fc.asyncProperty(span, fc.array(change, { minLength: 1, maxLength: 3 }), async (sent, changes) => {
        let bytes = Uint8Array.from(ProtobufTraceSerializer.serializeRequest([sent]) ?? [])
        for (const { at, byte, cut } of changes) {
          bytes[at % Math.max(bytes.length, 1)] = byte
          if (cut !== null) bytes = bytes.slice(0, cut % (bytes.length + 1))
        }
        await readAnything(bytes)
      }),
    )
  })

  it('nest or repeat without end', async () => {
    // list in list in list: an attribute of 3,000 levels, and a hundred thousand empty spans
    let deep = Buffer.alloc(0)
    const inside = (tag: number, bytes: Buffer) => {
      const length: number[] = []
      for (let rest = bytes.length; ; rest >>>= 7) {
        length.push(rest > 127 ? (rest & 127) | 128 : rest)
        if (rest <= 127) return Buffer.concat([Buffer.from([tag, ...length]), bytes])
      }
    }
    for (let level = 0; level < 3000; level++) deep = inside(0x2a, inside(0x0a, deep))
    const attribute = inside(0x0a, inside(0x12, inside(0x12, inside(0x4a, inside(0x12, deep)))))
    await expect(read(attribute, TRACES)).rejects.toThrow(/levels deep/)
    const many = Buffer.concat(Array.from({ length: 100_001 }, () => Buffer.from([0x12, 0])))
    await expect(read(inside(0x0a, inside(0x12, many)), TRACES)).rejects.toThrow(/values in all/)
    // groups, which have no length
    expect(await readAnything(Buffer.alloc(100_000, 0x0b))).toBeUndefined()
  })
})
