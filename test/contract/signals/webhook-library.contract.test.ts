import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { getSenderRequests, setSenderSecret } from '#shared/signals/contract/senders.ts'
import { getSignalUsage } from '#shared/signals/contract/signals.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { addSignalEndpoint, type TestEndpoint } from '#support/stages/signal-endpoints.ts'
import { webhookHeaders } from '#support/stages/webhook-senders.ts'

/** A sender that signs by the library of Standard Webhooks; requests of others that look like its own are refused, and counted. */
const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
const BODY = '{ "service": "checkout",\n "rate": 0.2, "name": "Ærø 🚀" }'
const SECOND = 1000

let app: TestBackend
let endpoint: TestEndpoint

beforeAll(async () => {
  app = await startBackend({ rateLimits: { perMinute: {} }, env: { HALYARD_SERVER_METRICS: 'loopback' } })
  endpoint = await addSignalEndpoint(app, 'library')
  const params = { signalEndpointId: String(endpoint.id), id: String(endpoint.tokenId) }
  expect((await app.call(setSenderSecret, { params, body: { secret: SECRET } })).status).toBe(200)
})
afterAll(() => app.stop())

let last = 0
/** Headers of a delivery that the library signs now. */
function sign(body = BODY, secret = SECRET) {
  const id = `msg_${(last += 1)}`
  const at = app.clock.now()
  const timestamp = Math.floor(at.getTime() / SECOND)
  return webhookHeaders({ id, timestamp }, new Webhook(secret).sign(id, at, body))
}
const send = (headers: Record<string, string>, body = BODY, name = 'library') =>
  app.call('POST', `/api/signal-endpoint/${name}`, { token: null, raw: body, headers })

const counts = async () => {
  const { body } = await app.call(getSenderRequests, { params: { id: String(endpoint.id) } })
  return Object.fromEntries(body.counts.map(({ outcome, requests }) => [outcome, requests]))
}
const scraped = async () => {
  const { text } = await app.call('GET', '/internal-backstage/prometheus', { token: null })
  return Object.fromEntries(
    [...text.matchAll(/^halyard_signal_requests_total\{outcome="([^"]+)"\} (\d+)$/gm)]
      .filter(([, , times]) => times !== '0')
      .map(([, outcome = '', times]) => [outcome, Number(times)]),
  )
}
const stored = async () => (await app.call(getSignalUsage)).body.stored.used

describe('deliveries that the official library signs', () => {
  it('are stored as they are, and once if they come again', async () => {
    const headers = sign()
    const first = await send(headers)
    expect(first).toMatchObject({
      status: 200,
      body: { signals: [{ payload: JSON.parse(BODY) as unknown }] },
    })
    const again = await send(headers)
    expect(again.body).toEqual(first.body)
    expect(await stored()).toBe(1)
    expect(await counts()).toEqual({ stored: 1, repeated: 1 })
  })

  it('are refused and counted if somebody changes, forges or replays them', async () => {
    const before = await counts()
    const refused = async (headers: Record<string, string>, body?: string) =>
      expect((await send(headers, body)).status).toBe(401)
    // another body, id or time than was signed
    await refused(sign(), BODY.replace('0.2', '0.9'))
    await refused({ ...sign(), 'webhook-id': 'msg_other' })
    const ahead = String(Math.floor(app.clock.now().getTime() / SECOND) + 60)
    await refused({ ...sign(), 'webhook-timestamp': ahead })
    // another secret, scheme or form
    await refused(sign(BODY, `whsec_${Buffer.alloc(32, 6).toString('base64')}`))
    const { 'webhook-signature': signature = '', ...rest } = sign()
    await refused({ ...rest, 'webhook-signature': signature.replace('v1,', 'v1a,') })
    await refused({ ...rest, 'webhook-signature': 'v1,' })
    await refused(rest)
    // as it was sent, after the time in which it counts
    const recorded = sign()
    expect((await send(recorded)).status).toBe(200)
    app.clock.advance(5 * 60 * SECOND + SECOND)
    await refused(recorded)
    expect(await counts()).toEqual({ ...before, stored: 2, signature: 7, time: 1 })
    expect(await stored()).toBe(2)
  })

  it('are counted for Prometheus, with those to endpoints that there are not and of no proof', async () => {
    expect((await send(sign(), BODY, 'nowhere')).status).toBe(401)
    expect((await send({ 'content-type': 'application/json' })).status).toBe(401)
    expect((await send(sign('{'), '{')).status).toBe(400)
    const own = await counts()
    expect(own).toEqual({ stored: 2, repeated: 1, signature: 7, time: 1, token: 1, body: 1 })
    expect(await scraped()).toEqual({ ...own, endpoint: 1 })
  })
})
