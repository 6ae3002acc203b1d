import { gzipSync } from 'node:zlib'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { decodeMessage } from '#transport/http/protobuf/decode-message.ts'
import { STATUS_MESSAGE } from '#transport/http/protobuf/protobuf-route.ts'
import { receiveLogRecords, receiveSpans } from '#shared/clients/contract/telemetry.ts'
import { EXPORT_LIMIT } from '#shared/clients/schemas/telemetry.ts'
import { TRACES } from '#shared/clients/telemetry/otlp-messages.ts'
import { BACKEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'

const PROTOBUF = 'application/x-protobuf'
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({ rateLimits: { perMinute: {} } })
})
afterAll(() => app.stop())

const send = (body: object) => app.call(receiveSpans, { body, token: BACKEND })
const spans = (...list: object[]) => ({ resourceSpans: [{ scopeSpans: [{ spans: list }] }] })

/** Sends bytes, as `call` sends texts. */
const post = (path: string, payload: Buffer, headers: Record<string, string>) =>
  app.backend.http.inject({
    method: 'POST',
    url: path,
    headers: { host: 'localhost:4242', authorization: BACKEND, ...headers },
    payload,
  })

describe('an export of OpenTelemetry that is refused', () => {
  it.each([
    [{ resourceSpans: 5 }, '/body/resourceSpans'],
    [spans({ attributes: [{ key: 1 }] }), '/body/resourceSpans/0/scopeSpans/0/spans/0/attributes/0/key'],
    [spans({ name: 'a\u0000' }), '/body/resourceSpans/0/scopeSpans/0/spans/0/name'],
  ])('%j is a 400 that names the field', async (body, path) => {
    const answer = await send(body)
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain(path)
  })

  it('is too large, also once it is unpacked', async () => {
    const large = Buffer.from(JSON.stringify(spans({ name: 'x'.repeat(EXPORT_LIMIT) })))
    const json = { 'content-type': 'application/json' }
    expect((await post('/otlp/v1/traces', large, json)).statusCode).toBe(413)
    const packed = { ...json, 'content-encoding': 'gzip' }
    expect((await post('/otlp/v1/traces', gzipSync(large), packed)).statusCode).toBe(413)
    expect((await post('/otlp/v1/traces', Buffer.from('no gzip'), packed)).statusCode).toBe(400)
  })

  it.each([
    [{ 'content-type': 'text/plain' }, 'text/plain'],
    [{}, 'application/json, application/x-protobuf'],
    [{ 'content-type': 'application/json', 'content-encoding': 'br' }, 'Content-Encoding br'],
  ])('is of another type: %j', async (headers, named) => {
    for (const path of ['/otlp/v1/traces', '/otlp/v1/logs']) {
      const answer = await post(path, Buffer.from('{}'), headers)
      expect([answer.statusCode, answer.body]).toEqual([415, expect.stringContaining(named)])
    }
  })

  it.each(['/otlp/v1/traces', '/otlp/v1/logs'])('in protobuf has an error in protobuf: %s', async (path) => {
    const bad = await post(path, Buffer.from([0x0a, 0x05, 0x01]), { 'content-type': PROTOBUF })
    expect([bad.statusCode, bad.headers['content-type']]).toEqual([400, PROTOBUF])
    expect(await statusOf(bad.rawPayload)).toContain('not the protobuf message')
    const wrong = { 'content-type': PROTOBUF, authorization: 'default:development.nonsense' }
    const refused = await post(path, Buffer.alloc(0), wrong)
    expect(refused.statusCode).toBe(401)
    expect(await statusOf(refused.rawPayload)).toContain('API token')
  })

  it('comes too often', async () => {
    const few = await startBackend({ rateLimits: { perMinute: { receiveSpans: 1, receiveLogRecords: 1 } } })
    for (const operation of [receiveSpans, receiveLogRecords]) {
      expect((await few.call(operation, { token: BACKEND, body: {} })).status).toBe(200)
      const { status, headers, body } = await few.call(operation, { token: BACKEND, body: {} })
      expect([status, headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)])
      expect(body).toMatchObject({ name: 'RateLimitError' })
    }
    await few.stop()
  })
})

const statusOf = async (bytes: Buffer) => (await decodeMessage(bytes, STATUS_MESSAGE))['message']

it('a part of an export in protobuf that is not taken is said in protobuf', async () => {
  // a span with the name and no attribute: {1: {2: {2: {5: name}}}}
  const name = Buffer.from('feature_flag.evaluation')
  const inside = (tag: number, bytes: Buffer) => Buffer.concat([Buffer.from([tag, bytes.length]), bytes])
  const span = inside(0x0a, inside(0x12, inside(0x12, inside(0x2a, name))))
  const { statusCode, headers, rawPayload } = await post('/otlp/v1/traces', gzipSync(span), {
    'content-type': PROTOBUF,
    'content-encoding': 'gzip',
  })
  expect([statusCode, headers['content-type']]).toEqual([200, PROTOBUF])
  expect(await decodeMessage(rawPayload, TRACES.answer)).toEqual({
    partialSuccess: {
      rejectedSpans: '1',
      errorMessage: 'An evaluation has no feature_flag.key that is a text.',
    },
  })
})
