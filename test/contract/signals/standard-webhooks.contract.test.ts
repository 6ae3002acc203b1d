import { createHmac } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { searchEvents } from '#shared/audit/contract/events.ts'
import { getSenderSecrets, removeSenderSecret, setSenderSecret } from '#shared/signals/contract/senders.ts'
import { getRefusedSignals, getSignalUsage } from '#shared/signals/contract/signals.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { addSignalEndpoint, type TestEndpoint } from '#support/stages/signal-endpoints.ts'
import { ed25519Of, hmacOf, publicKeyOf, VECTOR, webhookHeaders } from '#support/stages/webhook-senders.ts'

/** Signals that are signed as Standard Webhooks defines it (ADR 85). */
const SECOND = 1000
const NOW = VECTOR.timestamp
const OTHER = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const OTHER_SEED = Buffer.alloc(32, 9).toString('base64')

let app: TestBackend
let hmac: TestEndpoint
let ed25519: TestEndpoint

beforeAll(async () => {
  app = await startBackend({
    startsAt: new Date(NOW * SECOND).toISOString(),
    rateLimits: { perMinute: {} },
  })
  hmac = await addSignalEndpoint(app, 'hmac')
  ed25519 = await addSignalEndpoint(app, 'ed25519')
  expect(await set(hmac, VECTOR.secret)).toMatchObject({ status: 200, body: { scheme: 'webhook' } })
  expect(await set(ed25519, publicKeyOf(VECTOR.seed))).toMatchObject({
    status: 200,
    body: { scheme: 'webhook-ed25519' },
  })
})
afterAll(() => app.stop())

const paramsOf = ({ id, tokenId }: TestEndpoint) => ({ signalEndpointId: String(id), id: String(tokenId) })
const set = (of: TestEndpoint, secret: string, formerUntil?: string) =>
  app.call(setSenderSecret, {
    params: paramsOf(of),
    body: { secret, ...(formerUntil ? { formerUntil } : {}) },
  })
const send = (name: string, headers: Record<string, string>, body: string = VECTOR.body) =>
  app.call('POST', `/api/signal-endpoint/${name}`, { token: null, raw: body, headers })
const count = async () => (await app.call(getSignalUsage)).body.stored.used
let last = 0
/** A delivery of its own, sent now. */
const another = () => ({
  id: `msg_${(last += 1)}`,
  timestamp: Math.floor(app.clock.now().getTime() / SECOND),
  body: VECTOR.body,
})

describe('the published vectors', () => {
  it('are what this test signs', () => {
    expect(hmacOf(VECTOR.secret, VECTOR)).toBe(VECTOR.signature)
    expect(ed25519Of(VECTOR.seed, VECTOR)).toBe(VECTOR.ed25519)
  })

  it.each([
    ['HMAC-SHA256', 'hmac', VECTOR.signature],
    ['Ed25519', 'ed25519', VECTOR.ed25519],
  ])('are let in: %s', async (_scheme, name, signature) => {
    expect(await send(name, webhookHeaders(VECTOR, signature))).toMatchObject({
      status: 200,
      body: { signals: [{ payload: { test: 2_432_232_314 } }] },
    })
  })
})

describe('a delivery that is signed right', () => {
  it.each([
    [
      'beside signatures of other keys and versions',
      (right: string) => [`v1,${'A'.repeat(43)}=`, 'v2,AAAA', right],
    ],
    ['by a former and a new key', (right: string) => [right, hmacOf(OTHER, VECTOR)]],
  ])('is let in %s', async (_how, signaturesOf) => {
    const delivery = another()
    const headers = webhookHeaders(delivery, ...signaturesOf(hmacOf(VECTOR.secret, delivery)))
    expect((await send('hmac', headers)).status).toBe(200)
  })

  it('may have no body, or one that is not ASCII', async () => {
    for (const body of ['', '{"ä":"😀"}']) {
      const delivery = { ...another(), body }
      const headers = webhookHeaders(delivery, hmacOf(VECTOR.secret, delivery))
      expect((await send('hmac', headers, body)).status).toBe(200)
    }
  })

  it.each([-300, 300])(
    'is let in up to five minutes before and after the time here: %i s',
    async (seconds) => {
      const delivery = { ...another(), timestamp: Math.floor(app.clock.now().getTime() / SECOND) + seconds }
      const headers = webhookHeaders(delivery, hmacOf(VECTOR.secret, delivery))
      expect((await send('hmac', headers)).status).toBe(200)
    },
  )
})

describe('a delivery is refused, and the answer names the header', () => {
  const signed = (secret: string, change: Partial<typeof VECTOR | { timestamp: number | string }> = {}) => {
    const delivery = { ...another(), ...change }
    return webhookHeaders(delivery, hmacOf(secret, delivery))
  }
  const without = (name: string) => {
    const { [name]: _left, ...headers } = signed(VECTOR.secret)
    return headers
  }
  it.each<[what: string, header: string, headers: () => Record<string, string>, name?: string]>([
    ['without its id', 'webhook-id', () => without('webhook-id')],
    ['without its time', 'webhook-timestamp', () => without('webhook-timestamp')],
    ['without its signature', 'webhook-signature', () => without('webhook-signature')],
    ['with an empty id', 'webhook-id', () => ({ ...signed(VECTOR.secret), 'webhook-id': '' })],
    ['with a full stop in its id', 'webhook-id', () => signed(VECTOR.secret, { id: 'a.b' as never })],
    [
      'with another id than it signed',
      'webhook-signature',
      () => ({ ...signed(VECTOR.secret), 'webhook-id': 'x' }),
    ],
    [
      'with another time than it signed',
      'webhook-signature',
      () => ({ ...signed(VECTOR.secret), 'webhook-timestamp': `${NOW + 1}` }),
    ],
    [
      'with another body than it signed',
      'webhook-signature',
      () => signed(VECTOR.secret, { body: '{}' as never }),
    ],
    ['that is too old', 'webhook-timestamp', () => signed(VECTOR.secret, { timestamp: NOW - 301 })],
    ['of the future', 'webhook-timestamp', () => signed(VECTOR.secret, { timestamp: NOW + 301 })],
    ['with a time in words', 'webhook-timestamp', () => signed(VECTOR.secret, { timestamp: 'now' })],
    ['with a time in fractions', 'webhook-timestamp', () => signed(VECTOR.secret, { timestamp: `${NOW}.5` })],
    ['by an unknown secret', 'webhook-signature', () => signed(OTHER)],
    ['by a secret of another endpoint', 'webhook-signature', () => signed(VECTOR.secret), 'ed25519'],
    [
      'by the version of another scheme',
      'webhook-signature',
      () => {
        const { 'webhook-signature': signature = '', ...headers } = signed(VECTOR.secret)
        return { ...headers, 'webhook-signature': signature.replace('v1,', 'v1a,') }
      },
    ],
    [
      'by another private key',
      'webhook-signature',
      () => {
        const delivery = another()
        return webhookHeaders(delivery, ed25519Of(OTHER_SEED, delivery))
      },
      'ed25519',
    ],
    [
      'with a part of a signature',
      'webhook-signature',
      () => ({ ...signed(VECTOR.secret), 'webhook-signature': 'v1,g0hM9S' }),
    ],
    ['with no digest', 'webhook-signature', () => ({ ...signed(VECTOR.secret), 'webhook-signature': 'v1,' })],
    [
      'with the sixth of many signatures',
      'webhook-signature',
      () => {
        const delivery = another()
        const wrong = Array.from({ length: 5 }, () => hmacOf(OTHER, delivery))
        return webhookHeaders(delivery, ...wrong, hmacOf(VECTOR.secret, delivery))
      },
    ],
  ])('%s', async (_what, header, headers, name = 'hmac') => {
    const before = await count()
    const { status, body, text } = await send(name, headers())
    expect(status).toBe(401)
    expect(body).toMatchObject({ name: 'UnauthorizedError', expected: 'signal' })
    expect((body as { message: string }).message).toContain(`header ${header}`)
    expect(text).not.toContain('whsec_')
    expect(await count()).toBe(before)
  })

  it('is listed among the refused ones with its reason', async () => {
    await send('hmac', signed(VECTOR.secret, { timestamp: NOW - 301 }))
    const { refusedSignals } = (await app.call(getRefusedSignals, { query: { endpoint: 'hmac' } })).body
    expect(refusedSignals[0]?.reason).toContain('webhook-timestamp')
  })

  it('does not tell which endpoints there are', async () => {
    const refused = (await send('hmac', signed(OTHER))).body as { message: string }
    const unknown = (await send('nowhere', signed(OTHER))).body as { message: string }
    expect(unknown.message).toBe(refused.message.replace('"hmac"', '"nowhere"'))
  })
})

describe('a delivery that somebody sends again', () => {
  it('is stored once within the tolerance, and refused after it', async () => {
    const delivery = another()
    const headers = webhookHeaders(delivery, hmacOf(VECTOR.secret, delivery))
    const first = await send('hmac', headers)
    const before = await count()
    app.clock.advance(300 * SECOND)
    expect((await send('hmac', headers)).body).toEqual(first.body)
    app.clock.advance(SECOND)
    expect((await send('hmac', headers)).status).toBe(401)
    expect(await count()).toBe(before)
  })
})

describe('several secrets of a sender', () => {
  const signedBy = async (secret: string) => {
    const delivery = another()
    return (await send('hmac', webhookHeaders(delivery, hmacOf(secret, delivery)))).status
  }
  const inDays = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString()

  it('overlap until the time that is said', async () => {
    const until = inDays(1)
    await set(hmac, OTHER, until)
    expect([await signedBy(VECTOR.secret), await signedBy(OTHER)]).toEqual([200, 200])
    const { senderSecrets } = (
      await app.call(getSenderSecrets, { params: { signalEndpointId: String(hmac.id) } })
    ).body
    expect(senderSecrets).toMatchObject([{ until: null }, { until }])
    app.clock.advance(86_400_000)
    expect([await signedBy(VECTOR.secret), await signedBy(OTHER)]).toEqual([401, 200])
    const left = await app.call(getSenderSecrets, { params: { signalEndpointId: String(hmac.id) } })
    expect(left.body.senderSecrets).toMatchObject([{ until: null }])
  })

  it('end at once where the former ones are removed', async () => {
    await set(hmac, VECTOR.secret, inDays(1))
    await app.call(removeSenderSecret, { params: paramsOf(hmac), query: { former: 'true' } })
    expect([await signedBy(VECTOR.secret), await signedBy(OTHER)]).toEqual([200, 401])
  })

  it('are four at a time, and none is in an answer or an event', async () => {
    for (let i = 0; i < 3; i++) expect((await set(hmac, OTHER, inDays(1))).status).toBe(200)
    expect(await set(hmac, VECTOR.secret, inDays(1))).toMatchObject({
      status: 400,
      body: { name: 'ExceedsLimitError' },
    })
    const listed = await app.call(getSenderSecrets, { params: { signalEndpointId: String(hmac.id) } })
    expect(listed.body.senderSecrets).toHaveLength(4)
    const rows = await app.backend.store.queries.selectFrom('signal_sender_secrets').selectAll().execute()
    const events = await app.call(searchEvents)
    for (const text of [listed.text, events.text, JSON.stringify(rows)]) expect(text).not.toContain('whsec_')
    // without a time, all others end
    await set(hmac, VECTOR.secret)
    expect([await signedBy(VECTOR.secret), await signedBy(OTHER)]).toEqual([200, 401])
  })

  it.each([
    ['is past', () => inDays(0)],
    ['is far away', () => inDays(31)],
    ['is no time', () => 'tomorrow'],
  ])('are refused where the time %s', async (_what, until) => {
    expect(await set(hmac, OTHER, until())).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/formerUntil' }] },
    })
  })

  it.each([
    ['too short', `whsec_${Buffer.alloc(23, 1).toString('base64')}`],
    ['too long', `whsec_${Buffer.alloc(65, 1).toString('base64')}`],
    ['not base64', 'whsec_this is no base64 at all, I fear'],
    ['a private key', `whsk_${VECTOR.seed}`],
    ['half a public key', `whpk_${Buffer.alloc(16, 1).toString('base64')}`],
  ])('are refused where one is %s', async (_what, secret) => {
    expect(await set(hmac, secret)).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/secret' }] },
    })
    expect(await signedBy(VECTOR.secret)).toBe(200)
  })

  it('count for the signatures of Standard Webhooks only', async () => {
    const digest = createHmac('sha256', VECTOR.secret).update(VECTOR.body).digest('hex')
    expect((await send('hmac', { 'x-hub-signature-256': `sha256=${digest}` })).status).toBe(401)
  })
})
