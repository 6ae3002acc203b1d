import { createHmac, randomBytes } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { getSenderRequests, setSenderSecret, setSignalDeliveryId } from '#shared/signals/contract/senders.ts'
import { updateSignalEndpoint } from '#shared/signals/contract/signal-endpoints.ts'
import { MAX_SENDER_REQUESTS, SENDER_CHECKS } from '#shared/signals/schemas/sender-request.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { addSignalEndpoint, type TestEndpoint } from '#support/stages/signal-endpoints.ts'

const key = randomBytes(32)
const JSON_TYPE = { 'content-type': 'application/json' }
let app: TestBackend
let endpoint: TestEndpoint
let other: TestEndpoint

beforeAll(async () => {
  app = await startBackend({ env: { SIGNAL_ENDPOINT_RATE_LIMIT_PER_SECOND: '1' } })
  endpoint = await addSignalEndpoint(app, 'alerts')
  other = await addSignalEndpoint(app, 'others')
})
afterAll(() => app.stop())
beforeEach(() => app.clock.advance(2000))

interface Sent {
  token?: string | null
  headers?: Record<string, string>
  body?: string
  to?: string
}
const send = ({ token = endpoint.token, headers = JSON_TYPE, body = '{"a":1}', to = 'alerts' }: Sent = {}) =>
  app.call('POST', `/api/signal-endpoint/${to}`, { token, headers, raw: body })
const params = () => ({ id: String(endpoint.id) })
const requests = async () => (await app.call(getSenderRequests, { params: params() })).body.requests

/** Sends a request, and returns its checks by name. */
async function checked(sent?: Sent) {
  const { status } = await send(sent)
  const [newest] = await requests()
  expect(newest?.status).toBe(status)
  expect(newest?.checks.map(({ check }) => check)).toEqual([...SENDER_CHECKS])
  const checks = Object.fromEntries((newest?.checks ?? []).map((one) => [one.check, one]))
  const results = Object.fromEntries((newest?.checks ?? []).map(({ check, result }) => [check, result]))
  return { status, checks, results, newest }
}

/** Headers of Standard Webhooks. */
function signed(body: string, { id = 'msg_1', by = key, ago = 0 } = {}): Record<string, string> {
  const time = Math.floor(app.clock.now().getTime() / 1000) - ago
  const signature = createHmac('sha256', by).update(`${id}.${time}.${body}`).digest('base64')
  return {
    ...JSON_TYPE,
    ...{ 'webhook-id': id, 'webhook-timestamp': String(time), 'webhook-signature': `v1,${signature}` },
  }
}
const withSecret = () =>
  app.call(setSenderSecret, {
    params: { signalEndpointId: String(endpoint.id), id: String(endpoint.tokenId) },
    body: { secret: `whsec_${key.toString('base64')}` },
  })

const ALL_PASSED = {
  ...{ size: 'passed', token: 'passed', signature: 'unused', time: 'unused', rate: 'passed' },
  ...{ body: 'passed', endpoint: 'passed', 'delivery-id': 'unused' },
}

describe('requests to an endpoint', () => {
  it('are listed with the signal that they became, newest first', async () => {
    const { results, newest, checks } = await checked()
    expect(results).toEqual(ALL_PASSED)
    expect(newest).toMatchObject({ signalId: expect.any(Number) as number, ip: '127.0.0.1' })
    expect(checks['token']).toMatchObject({ at: 'authorization', advice: null })
    expect(checks['delivery-id']?.advice).toContain('Idempotency-Key')
  })

  it('say that a delivery id is new, repeated, or came with another payload', async () => {
    const headers = { ...JSON_TYPE, 'Idempotency-Key': 'one' }
    const first = await checked({ headers })
    expect(first.checks['delivery-id']).toMatchObject({ result: 'passed', at: 'idempotency-key' })
    app.clock.advance(2000)
    const repeated = await checked({ headers })
    expect(repeated.checks['delivery-id']?.message).toContain('came before')
    expect(repeated.newest?.signalId).toBe(first.newest?.signalId)
    app.clock.advance(2000)
    const contradicting = await checked({ headers, body: '{"a":2}' })
    expect(contradicting.status).toBe(400)
    expect(contradicting.results).toEqual({ ...ALL_PASSED, 'delivery-id': 'failed' })
    expect(contradicting.checks['delivery-id']?.message).toContain('with another payload')
  })

  it('say where the id is expected', async () => {
    await app.call(setSignalDeliveryId, { params: params(), body: { in: 'path', name: 'event.id' } })
    const { checks } = await checked({ body: '{"event":{"id":"e-1"}}' })
    expect(checks['delivery-id']).toMatchObject({ result: 'passed', at: 'event.id' })
    await app.call(setSignalDeliveryId, { params: params(), body: { in: 'known' } })
  })

  it.each([
    ['no token', { token: null }, 'authorization', 'neither a token nor a signature'],
    ['an unknown token', { token: 'signal:nobody' }, 'authorization', 'a token that is not known'],
    [
      'a GitLab token that is unknown',
      { token: null, headers: { ...JSON_TYPE, 'x-gitlab-token': 'signal:nobody' } },
      'x-gitlab-token',
      'Expected a token of this endpoint',
    ],
  ])('say what is wrong with %s, and what else is right', async (_what, sent, at, message) => {
    const { status, checks, results, newest } = await checked(sent)
    expect(status).toBe(401)
    expect(checks['token']).toMatchObject({
      ...{ result: 'failed', at },
      message: expect.stringContaining(message) as string,
      advice: expect.stringMatching(/token/) as string,
    })
    expect(results).toMatchObject({ size: 'passed', rate: 'unchecked', body: 'passed', endpoint: 'passed' })
    expect(newest?.signalId).toBeNull()
  })

  it('say that a token belongs to another endpoint, and never what it is', async () => {
    const { checks } = await checked({ token: other.token })
    expect(checks['token']?.message).toContain('another signal endpoint')
    const { text } = await app.call(getSenderRequests, { params: params() })
    for (const secret of [other.token, endpoint.token, 'signal:nobody']) expect(text).not.toContain(secret)
  })

  it('say that a secret is missing here, that the signature is wrong, and that it is right', async () => {
    const body = '{"a":1}'
    const without = await checked({ token: null, headers: signed(body) })
    expect(without.results).toMatchObject({ token: 'unused', signature: 'failed', time: 'passed' })
    expect(without.checks['signature']?.advice).toContain('No token of this endpoint has a secret whsec_')
    await withSecret()
    const wrong = await checked({ token: null, headers: signed(body, { by: randomBytes(32) }) })
    expect(wrong.checks['signature']).toMatchObject({
      ...{ result: 'failed', at: 'webhook-signature' },
      message: expect.stringContaining('found v1') as string,
      advice: expect.stringContaining('byte by byte') as string,
    })
    const right = await checked({ token: null, headers: signed(body) })
    expect(right.results).toEqual({
      ...ALL_PASSED,
      ...{ token: 'unused', signature: 'passed', time: 'passed', 'delivery-id': 'passed' },
    })
  })

  it('say that the time is wrong where the signature is right', async () => {
    const { status, results, checks } = await checked({
      token: null,
      headers: signed('{"a":1}', { ago: 3600, id: 'msg_2' }),
    })
    expect(status).toBe(401)
    expect(results).toMatchObject({ token: 'unused', signature: 'passed', time: 'failed' })
    expect(checks['time']).toMatchObject({
      message: expect.stringContaining('more than 5 minutes before the time here') as string,
      advice: expect.stringContaining('set the clock') as string,
    })
  })

  it('say which header is missing, or has another form', async () => {
    const { 'webhook-id': _id, ...rest } = signed('{"a":1}')
    const { checks } = await checked({ token: null, headers: rest })
    expect(checks['signature']?.message).toContain('the header webhook-id is missing')
    const github = await checked({ token: null, headers: { ...JSON_TYPE, 'x-hub-signature-256': 'abc' } })
    expect(github.checks['signature']).toMatchObject({
      ...{ result: 'failed', at: 'x-hub-signature-256' },
      message: 'Expected sha256=<64 hexadecimal digits>.',
    })
    const digest = createHmac('sha256', 'another').update('{"a":1}').digest('hex')
    const made = { ...JSON_TYPE, 'x-hub-signature-256': `sha256=${digest}` }
    expect((await checked({ token: null, headers: made })).checks['signature']?.message).toContain(
      'No secret of this endpoint made',
    )
  })

  it.each([
    ['a body that is no JSON', { body: '{"a":' }, 400, 'body'],
    ['another content type', { headers: { 'content-type': 'text/plain' } }, 415, 'body'],
    ['a body that is too large', { body: JSON.stringify('x'.repeat(200_000)) }, 413, 'size'],
  ])('say what is wrong with %s', async (_what, sent, status, failing) => {
    const { results, checks, status: is } = await checked(sent)
    expect(is).toBe(status)
    const failedOnes = Object.entries(results).filter(([, result]) => result === 'failed')
    expect(failedOnes.map(([name]) => name)).toEqual([failing])
    expect(checks[failing]?.advice).toMatch(/^Send /)
  })

  it('say that they came too fast', async () => {
    await send()
    const { status, results, checks } = await checked()
    expect(status).toBe(429)
    expect(results).toEqual({ ...ALL_PASSED, rate: 'failed' })
    expect(checks['rate']?.advice).toContain('Retry-After')
  })

  it('say that the endpoint is turned off', async () => {
    const turn = (enabled: boolean) =>
      app.call(updateSignalEndpoint, { params: params(), body: { name: 'alerts', enabled } })
    await turn(false)
    const { status, checks } = await checked()
    expect([status, checks['endpoint']?.result]).toEqual([404, 'failed'])
    await turn(true)
  })

  it('are bounded, and those of other endpoints are not among them', async () => {
    await send({ to: 'others', token: other.token })
    for (let count = 0; count < MAX_SENDER_REQUESTS + 5; count++) await send({ token: null })
    const all = await requests()
    expect(all).toHaveLength(MAX_SENDER_REQUESTS)
    expect(all.every(({ status }) => status === 401)).toBe(true)
    expect((await app.call(getSenderRequests, { params: { id: '999' } })).status).toBe(404)
    expect((await app.call('GET', '/api/halyard/signal-endpoints/x/requests')).status).toBe(400)
  })
})
