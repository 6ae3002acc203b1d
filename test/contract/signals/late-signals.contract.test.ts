import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { setSignalOrder, getSignalOrder } from '#shared/signals/contract/senders.ts'
import { createSignalEndpointToken } from '#shared/signals/contract/signal-endpoints.ts'
import {
  getSignal,
  getSignalEndpointSignals,
  getSignals,
  replaySignal,
  searchSignals,
} from '#shared/signals/contract/signals.ts'
import { readEventLog } from '#support/service/event-log.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { addSignalEndpoint, type TestEndpoint } from '#support/stages/signal-endpoints.ts'

let app: TestBackend
let endpoint: TestEndpoint
let count = 0

beforeAll(async () => {
  app = await startBackend({
    env: { SIGNAL_ENDPOINT_RATE_LIMIT_PER_SECOND: '1000', UNLEASH_SIGNAL_ENDPOINTS_LIMIT: '100' },
  })
})
afterAll(() => app.stop())
beforeEach(async () => {
  count += 1
  endpoint = await addSignalEndpoint(app, `source-${count}`)
})
const params = () => ({ id: String(endpoint.id) })
const order = (place: 'none' | 'header' | 'path', name: string | null = null) =>
  app.call(setSignalOrder, { params: params(), body: { in: place, name } })
const send = async (payload: unknown, headers: Record<string, string> = {}, token = endpoint.token) => {
  const path = `/api/signal-endpoint/${endpoint.name}`
  const { status, text, body } = await app.call('POST', path, { token, headers, body: payload })
  expect(status, text).toBe(200)
  return (body as { signals: { id: number }[] }).signals[0]?.id ?? 0
}
const found = async () =>
  (await app.call(searchSignals, { query: { endpoint: String(endpoint.id), sortOrder: 'asc' } })).body.signals
const lateOnes = async () => (await found()).map(({ late }) => late)

describe('a signal that comes after a newer one', () => {
  it('is late by a number in the payload, and keeps its place in the list', async () => {
    await order('path', 'seq')
    for (const seq of [1, 3, 2, 3, '4', 3.5]) await send({ seq })
    expect(await lateOnes()).toEqual([
      ...[null, null, { order: 2, newest: 3 }, null, null],
      { order: 3.5, newest: 4 },
    ])
  })

  it('is late by a time in the payload, whatever its zone', async () => {
    await order('path', 'at')
    await send({ at: '2026-11-21T11:00:00Z' })
    await send({ at: '2026-11-21T11:59:00+01:00' })
    await send({ at: '2026-11-21T12:00:01+01:00' })
    const newest = Date.parse('2026-11-21T11:00:00Z')
    expect(await lateOnes()).toEqual([null, { order: newest - 60_000, newest }, null])
  })

  it('is late by the time that its sender signs, in seconds', async () => {
    await order('header', 'webhook-timestamp')
    // with a token, the header is no signature
    for (const time of ['1700000100', '1700000000']) await send({}, { 'Webhook-Timestamp': time })
    expect(await lateOnes()).toEqual([null, { order: 1_700_000_000_000, newest: 1_700_000_100_000 }])
  })

  it('is late within one transaction of several signals, too', async () => {
    await order('path', 'seq')
    await Promise.all([5, 4, 6, 1].map((seq) => send({ seq })))
    expect((await found()).map(({ payload, late }) => [payload, late?.newest ?? null])).toEqual([
      [{ seq: 5 }, null],
      [{ seq: 4 }, 5],
      [{ seq: 6 }, null],
      [{ seq: 1 }, 6],
    ])
  })

  it('says so on its page, and in no published answer', async () => {
    await order('path', 'seq')
    await send({ seq: 2 })
    const id = await send({ seq: 1 })
    expect((await app.call(getSignal, { params: { id } })).body.late).toEqual({ order: 1, newest: 2 })
    const published = [
      await app.call(getSignals),
      await app.call(getSignalEndpointSignals, { params: { signalEndpointId: String(endpoint.id) } }),
    ]
    for (const { status, text } of published) {
      expect(status).toBe(200)
      expect(text).not.toContain('"late"')
    }
  })
})

describe('no signal is late', () => {
  it('without a place for the order', async () => {
    expect((await app.call(getSignalOrder, { params: params() })).body).toEqual({ in: 'none', name: null })
    for (const seq of [2, 1]) await send({ seq }, { 'webhook-timestamp': String(seq) })
    expect(await lateOnes()).toEqual([null, null])
  })

  it('because of another token, which counts for itself', async () => {
    await order('path', 'seq')
    const { token } = (
      await app.call(createSignalEndpointToken, {
        params: { signalEndpointId: String(endpoint.id) },
        body: { name: `second-${count}` },
      })
    ).body
    await send({ seq: 9 })
    await send({ seq: 1 }, {}, token)
    expect(await lateOnes()).toEqual([null, null])
  })

  it.each([
    ['nothing', undefined],
    ['a text', 'soon'],
    ['an object', { at: 1 }],
    ['a number that is not read exactly', 2 ** 60],
    ['a time that is far ahead', '2036-01-01T00:00:00Z'],
  ])('because of a place with %s', async (_what, seq) => {
    await order('path', 'seq')
    await send({ seq })
    await send({ seq: 1 })
    await send({ seq })
    expect(await lateOnes()).toEqual([null, null, null])
  })

  it('if it is a repetition, or was replayed from here', async () => {
    await order('path', 'seq')
    const first = await send({ seq: 1 }, { 'Idempotency-Key': 'one' })
    await send({ seq: 2 })
    expect(await send({ seq: 1 }, { 'Idempotency-Key': 'one' })).toBe(first)
    await app.call(replaySignal, { params: { id: first } })
    expect(await lateOnes()).toEqual([null, null, null])
  })

  it('of a sender that begins anew, once the place is set again', async () => {
    await order('path', 'seq')
    await send({ seq: 1000 })
    await order('path', 'seq')
    await send({ seq: 1 })
    expect(await lateOnes()).toEqual([null, null])
  })
})

describe('the place of the order', () => {
  it('is an event, and the newest of each sender is on the disk', async () => {
    await order('path', 'seq')
    const [event] = await readEventLog(app, { limit: '1' })
    expect(event).toMatchObject({
      data: { name: endpoint.name, order: { in: 'path', name: 'seq' } },
      preData: { order: { in: 'none', name: null } },
    })
    await send({ seq: 5 })
    const marks = app.backend.store.queries.selectFrom('signal_order_marks').select('newest')
    expect(await marks.where('source_id', '=', endpoint.id).execute()).toEqual([{ newest: 5 }])
  })

  it.each([
    ['a path without name', { in: 'path' }],
    ['a name for none', { in: 'none', name: 'seq' }],
    ['a header with a secret', { in: 'header', name: 'Authorization' }],
    ['an id of known senders', { in: 'known' }],
  ])('cannot be %s', async (_what, body) => {
    const path = `/api/halyard/signal-endpoints/${endpoint.id}/order`
    expect((await app.call('PUT', path, { body })).status).toBe(400)
  })

  it('needs an endpoint', async () => {
    const nowhere = { id: '999' }
    expect((await app.call(getSignalOrder, { params: nowhere })).status).toBe(404)
    expect((await app.call(getSignalOrder, { params: { id: 'no number' } })).status).toBe(400)
    expect((await app.call(setSignalOrder, { params: nowhere, body: { in: 'none' } })).status).toBe(404)
  })
})
