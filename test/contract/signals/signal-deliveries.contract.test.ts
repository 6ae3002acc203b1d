import { createHmac } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { searchEvents } from '#shared/audit/contract/events.ts'
import { createSignalEndpointToken } from '#shared/signals/contract/signal-endpoints.ts'
import {
  getSignalDeliveryId,
  setSenderSecret,
  setSignalDeliveryId,
} from '#shared/signals/contract/senders.ts'
import {
  getRefusedSignals,
  getSignal,
  getSignalEndpointSignals,
  getSignals,
  searchSignals,
} from '#shared/signals/contract/signals.ts'
import type { DeliveryIdPlace } from '#shared/signals/rules/index.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { addSignalEndpoint, type TestEndpoint } from '#support/stages/signal-endpoints.ts'
import { hmacOf, VECTOR, webhookHeaders } from '#support/stages/webhook-senders.ts'

/** Deliveries that their senders repeat (ADR 85). */
let app: TestBackend
let endpoint: TestEndpoint

beforeAll(async () => {
  app = await startBackend({ rateLimits: { perMinute: {} } })
  endpoint = await addSignalEndpoint(app, 'once')
})
afterAll(() => app.stop())

type Sent = { headers?: Record<string, string>; body?: unknown; token?: string | null }
const send = ({ headers = {}, body = { a: 1 }, token = `Bearer ${endpoint.token}` }: Sent) =>
  app.call('POST', '/api/signal-endpoint/once', {
    token,
    raw: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
const idOf = ({ body }: { body: unknown }) => (body as { signals: { id: number }[] }).signals[0]?.id
const found = async () => (await app.call(searchSignals, { query: { endpoint: String(endpoint.id) } })).body
const place = (body: DeliveryIdPlace) =>
  app.call(setSignalDeliveryId, { params: { id: String(endpoint.id) }, body })
const KNOWN: DeliveryIdPlace = { in: 'known', name: null }
let last = 0
const newId = () => `delivery-${(last += 1)}`

describe('a delivery that its sender repeats', () => {
  it('is answered as the first was, byte for byte, and stored once', async () => {
    const headers = { 'webhook-id': newId() }
    const before = (await found()).total
    const first = await send({ headers })
    app.clock.advance(60_000)
    const answers = [await send({ headers }), await send({ headers })]
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, text: first.text })
    const { total, signals } = await found()
    expect(total).toBe(before + 1)
    const delivery = { id: headers['webhook-id'], times: 3, lastAt: app.clock.now().toISOString() }
    expect(signals[0]).toMatchObject({ id: idOf(first), delivery })
    const details = await app.call(getSignal, { params: { id: String(idOf(first)) } })
    expect(details.body.delivery).toEqual(delivery)
  })

  it('leaves no event', async () => {
    const headers = { 'webhook-id': newId() }
    const { total } = (await app.call(searchEvents)).body
    await send({ headers })
    await send({ headers })
    expect((await app.call(searchEvents)).body.total).toBe(total)
  })

  it.each<[sender: string, Sent]>([
    ['Standard Webhooks', { headers: { 'webhook-id': 'msg_1' } }],
    ['GitHub', { headers: { 'x-github-delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958' } }],
    ['GitLab', { headers: { 'idempotency-key': '908a6d9e-45fd-46c8-97e6-c4f350f219dd' } }],
    ['Sentry', { headers: { 'sentry-hook-resource': 'event_alert', 'request-id': 'a1' } }],
    ['PagerDuty', { headers: { 'x-pagerduty-signature': 'v1=x' }, body: { event: { id: '5ac64822' } } }],
  ])('is known of %s', async (_sender, sent) => {
    expect(idOf(await send(sent))).toBe(idOf(await send(sent)))
  })

  it.each<[what: string, Sent]>([
    ['names no id', {}],
    ['has an empty id', { headers: { 'webhook-id': '' } }],
    ['has an id of its proxy only', { headers: { 'request-id': 'proxy-1' } }],
    ['has the payload of PagerDuty only', { body: { event: { id: 'x' } } }],
  ])('is another one where its sender %s', async (_what, sent) => {
    expect(idOf(await send(sent))).not.toBe(idOf(await send(sent)))
  })

  it('is another one where another token brings it', async () => {
    const headers = { 'webhook-id': newId() }
    const first = await send({ headers })
    const { token } = (
      await app.call(createSignalEndpointToken, {
        params: { signalEndpointId: String(endpoint.id) },
        body: { name: newId() },
      })
    ).body
    expect(idOf(await send({ headers, token: `Bearer ${token}` }))).not.toBe(idOf(first))
  })

  it('is refused with another payload, and the answer names the id', async () => {
    const headers = { 'idempotency-key': newId() }
    const first = await send({ headers, body: { n: 1 } })
    const before = (await found()).total
    const other = await send({ headers, body: { n: 2 } })
    expect(other).toMatchObject({
      status: 400,
      body: {
        details: [
          {
            path: '/headers/idempotency-key',
            message: expect.stringContaining(`signal ${idOf(first)}`) as string,
          },
        ],
      },
    })
    expect((await found()).total).toBe(before)
    const { refusedSignals } = (await app.call(getRefusedSignals, { query: { endpoint: 'once' } })).body
    expect(refusedSignals[0]).toMatchObject({ status: 400 })
    // the first one is known still
    expect(idOf(await send({ headers, body: { n: 1 } }))).toBe(idOf(first))
  })

  it.each([
    ['long', 'x'.repeat(5000)],
    ['of letters that are no ASCII', 'Ünïcödé'],
    ['half of a pair, which PostgreSQL does not store', 'a\ud800'],
  ])('may have an id that is %s', async (_what, id) => {
    await place({ in: 'path', name: 'id' })
    const first = await send({ body: { id } })
    expect(first.status).toBe(200)
    expect(idOf(await send({ body: { id } }))).toBe(idOf(first))
    expect((await found()).signals[0]?.delivery?.id).toMatch(/^sha256:.{43}$/)
    await place(KNOWN)
  })

  it('is stored once where many requests bring it at the same moment', async () => {
    const ids = Array.from({ length: 20 }, newId)
    const before = (await found()).total
    const answers = await Promise.all(
      ids.flatMap((id) =>
        Array.from({ length: 5 }, () => send({ headers: { 'webhook-id': id }, body: { id } })),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(100).fill(200))
    expect(new Set(answers.map(idOf)).size).toBe(20)
    const { total, signals } = await found()
    expect(total).toBe(before + 20)
    expect(signals.slice(0, 20).map(({ delivery }) => delivery?.times)).toEqual(Array<number>(20).fill(5))
  })

  it('is in no published list', async () => {
    await send({ headers: { 'webhook-id': newId() } })
    const list = await app.call(getSignals)
    const ofEndpoint = await app.call(getSignalEndpointSignals, {
      params: { signalEndpointId: String(endpoint.id) },
    })
    expect(Object.keys(list.body.signals[0] ?? {})).not.toContain('delivery')
    expect(Object.keys(ofEndpoint.body.signalEndpointSignals[0] ?? {})).not.toContain('delivery')
    expect([list, ofEndpoint].map(({ status }) => status)).toEqual([200, 200])
  })
})

describe('the id that is signed', () => {
  it('counts ahead of a header that anybody can change', async () => {
    const secret = VECTOR.secret
    await app.call(setSenderSecret, {
      params: { signalEndpointId: String(endpoint.id), id: String(endpoint.tokenId) },
      body: { secret },
    })
    await place({ in: 'header', name: 'x-my-id' })
    const timestamp = Math.floor(app.clock.now().getTime() / 1000)
    const delivery = { id: newId(), timestamp, body: '{"a":1}' }
    const headers = webhookHeaders(delivery, hmacOf(secret, delivery))
    const first = await send({ headers: { ...headers, 'x-my-id': '1' }, token: null })
    const replayed = await send({ headers: { ...headers, 'x-my-id': '2' }, token: null })
    expect(idOf(replayed)).toBe(idOf(first))
    await place({ in: 'none', name: null })
    expect(idOf(await send({ headers, token: null }))).toBe(idOf(first))
    await place(KNOWN)
  })

  it('is not signed by GitHub: its header counts as it comes', async () => {
    const secret = 'a-secret-that-github-knows'
    await app.call(setSenderSecret, {
      params: { signalEndpointId: String(endpoint.id), id: String(endpoint.tokenId) },
      body: { secret },
    })
    const digest = createHmac('sha256', secret).update('{"a":1}').digest('hex')
    const headers = { 'x-hub-signature-256': `sha256=${digest}`, 'x-github-delivery': newId() }
    const first = await send({ headers, token: null })
    expect(first.status).toBe(200)
    expect(idOf(await send({ headers, token: null }))).toBe(idOf(first))
  })
})

describe('the place of the id', () => {
  it.each<[what: string, DeliveryIdPlace, first: Sent, repeated: Sent, next: Sent]>([
    [
      'a header',
      { in: 'header', name: 'X-My-Id' },
      { headers: { 'x-my-id': 'h1' } },
      { headers: { 'x-my-id': 'h1', 'webhook-id': 'h' } },
      { headers: { 'x-my-id': 'h2' } },
    ],
    [
      'a path',
      { in: 'path', name: 'alerts[0].fingerprint' },
      { body: { alerts: [{ fingerprint: 'p1' }] } },
      { body: { alerts: [{ fingerprint: 'p1' }] } },
      { body: { alerts: [{ fingerprint: 'p2' }] } },
    ],
    ['a number', { in: 'path', name: 'id' }, { body: { id: 7 } }, { body: { id: 7 } }, { body: { id: 8 } }],
  ])('may be %s', async (_what, where, first, repeated, next) => {
    expect((await place(where)).status).toBe(200)
    const [one, two, three] = [await send(first), await send(repeated), await send(next)]
    expect(idOf(two)).toBe(idOf(one))
    expect(idOf(three)).not.toBe(idOf(one))
    await place(KNOWN)
  })

  it('may be nowhere', async () => {
    await place({ in: 'none', name: null })
    const headers = { 'webhook-id': newId() }
    expect(idOf(await send({ headers }))).not.toBe(idOf(await send({ headers })))
    await place(KNOWN)
  })

  it('is no number that is not read exactly', async () => {
    await place({ in: 'path', name: 'id' })
    const raw = (text: string) =>
      app.call('POST', '/api/signal-endpoint/once', { token: `Bearer ${endpoint.token}`, raw: text })
    expect(idOf(await raw('{"id":12345678901234567890}'))).not.toBe(
      idOf(await raw('{"id":12345678901234567891}')),
    )
    await place(KNOWN)
  })

  it('is read, set and recorded', async () => {
    const params = { id: String(endpoint.id) }
    expect((await app.call(getSignalDeliveryId, { params })).body).toEqual(KNOWN)
    const where: DeliveryIdPlace = { in: 'path', name: 'event.id' }
    expect((await place(where)).body).toEqual(where)
    expect((await app.call(getSignalDeliveryId, { params })).body).toEqual(where)
    const { events } = (await app.call(searchEvents, { query: { limit: 1 } })).body
    expect(events).toMatchObject([
      {
        type: 'signal-endpoint-updated',
        data: { name: 'once', deliveryId: where },
        preData: { deliveryId: KNOWN },
      },
    ])
    await place(KNOWN)
  })

  it.each([
    ['no name', { in: 'header' }, '/body/name'],
    ['no path', { in: 'path', name: null }, '/body/name'],
    ['a name for nothing', { in: 'none', name: 'x' }, '/body/name'],
    ['no header', { in: 'header', name: 'two words' }, '/body/name'],
    ['a header of credentials', { in: 'header', name: 'Authorization' }, '/body/name'],
    ['a long path', { in: 'path', name: 'x'.repeat(201) }, '/body/name'],
    ['an unknown place', { in: 'body' }, '/body/in'],
  ])('is refused with %s', async (_what, body, path) => {
    const at = `/api/halyard/signal-endpoints/${endpoint.id}/delivery-id`
    expect(await app.call('PUT', at, { body })).toMatchObject({ status: 400, body: { details: [{ path }] } })
  })

  it('is of an endpoint', async () => {
    const params = { id: '99' }
    expect((await app.call(getSignalDeliveryId, { params })).status).toBe(404)
    expect((await app.call(setSignalDeliveryId, { params, body: KNOWN })).status).toBe(404)
    for (const method of ['GET', 'PUT'] as const)
      expect(
        (
          await app.call(
            method,
            '/api/halyard/signal-endpoints/x/delivery-id',
            method === 'PUT' ? { body: KNOWN } : {},
          )
        ).status,
      ).toBe(400)
  })
})
