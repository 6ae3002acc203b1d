import { createHmac } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { searchEvents } from '#shared/audit/contract/events.ts'
import {
  createSignalEndpoint,
  createSignalEndpointToken,
  deleteSignalEndpointToken,
  getSignalEndpoints,
} from '#shared/signals/contract/signal-endpoints.ts'
import { getSenderSecrets, removeSenderSecret, setSenderSecret } from '#shared/signals/contract/senders.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const SECRET = 'a1b2c3d4e5f6-of-sentry'
const OTHER = 'a-secret-of-another-sender'
const TEXT = '{ "action": "triggered", "data": {} }'

let app: TestBackend
let endpoint: { id: number; token: number }
let other: { id: number; token: number }

beforeAll(async () => {
  app = await startBackend({
    rateLimits: { perMinute: {} },
    users: [{ username: 'editor', roles: ['Editor'] }],
  })
  endpoint = await makeEndpoint('sentry')
  other = await makeEndpoint('other')
  await set(other, OTHER)
})
afterAll(() => app.stop())

async function makeEndpoint(name: string): Promise<{ id: number; token: number }> {
  const { id } = (await app.call(createSignalEndpoint, { body: { name } })).body
  return { id, token: await makeToken(id, name) }
}
const makeToken = async (id: number, name: string) =>
  (
    await app.call(createSignalEndpointToken, {
      params: { signalEndpointId: String(id) },
      body: { name },
    })
  ).body.id
const paramsOf = ({ id, token }: { id: number; token: number }) => ({
  signalEndpointId: String(id),
  id: String(token),
})
const set = (of: { id: number; token: number }, secret: string) =>
  app.call(setSenderSecret, { params: paramsOf(of), body: { secret } })
const remove = (of: { id: number; token: number }) => app.call(removeSenderSecret, { params: paramsOf(of) })
const list = ({ id }: { id: number }) =>
  app.call(getSenderSecrets, { params: { signalEndpointId: String(id) } })
const sign = (secret: string, text = TEXT) => createHmac('sha256', secret).update(text).digest('hex')
const send = (headers: Record<string, string>, name = 'sentry') =>
  app.call('POST', `/api/signal-endpoint/${name}`, {
    token: null,
    raw: TEXT,
    headers: { 'content-type': 'application/json', ...headers },
  })
const lastEvents = async (limit: number) => (await app.call(searchEvents, { query: { limit } })).body.events

describe('the secret of a sender', () => {
  it('is stored encrypted, and is in no answer, event or log', async () => {
    const answer = await set(endpoint, ` ${SECRET} `)
    const stored = {
      id: expect.any(Number) as number,
      tokenId: endpoint.token,
      scheme: 'body',
      setAt: app.clock.now().toISOString(),
      until: null,
      isReadable: true,
    }
    expect(answer).toMatchObject({ status: 200, body: stored })
    const listed = await list(endpoint)
    expect(listed.body).toEqual({ senderSecrets: [stored] })
    const events = await app.call(searchEvents)
    const endpoints = await app.call(getSignalEndpoints)
    const rows = await app.backend.store.queries.selectFrom('signal_sender_secrets').selectAll().execute()
    expect(rows).toHaveLength(2)
    const everything = [answer.text, listed.text, events.text, endpoints.text, JSON.stringify(rows)]
    expect(everything.join()).not.toContain(SECRET)
    expect(events.body.events[0]).toMatchObject({
      type: 'signal-endpoint-token-updated',
      data: { id: endpoint.token, name: 'sentry', signalEndpoint: 'sentry' },
    })
  })

  it.each([
    ['Sentry', () => ({ 'sentry-hook-signature': sign(SECRET) })],
    ['PagerDuty', () => ({ 'x-pagerduty-signature': `v1=${sign(SECRET)}` })],
    [
      'PagerDuty while it changes its secret',
      () => ({ 'x-pagerduty-signature': `v1=${sign('former')}, v1=${sign(SECRET)}` }),
    ],
    ['GitHub', () => ({ 'x-hub-signature-256': `sha256=${sign(SECRET)}` })],
  ])('lets in what is signed with it as %s does', async (_who, headers) => {
    expect(await send(headers())).toMatchObject({
      status: 200,
      body: { signals: [{ sourceId: endpoint.id, createdBySourceTokenId: endpoint.token }] },
    })
  })

  it.each([
    ['another body', () => ({ 'sentry-hook-signature': sign(SECRET, TEXT.replaceAll(' ', '')) })],
    ['the secret of another endpoint', () => ({ 'sentry-hook-signature': sign(OTHER) })],
    ['an empty secret', () => ({ 'sentry-hook-signature': sign('') })],
    ['an empty header', () => ({ 'sentry-hook-signature': '' })],
    ['capitals', () => ({ 'sentry-hook-signature': sign(SECRET).toUpperCase() })],
    ['a digit less', () => ({ 'sentry-hook-signature': sign(SECRET).slice(1) })],
    ['a digit more', () => ({ 'sentry-hook-signature': `${sign(SECRET)}0` })],
    ['the prefix of GitHub', () => ({ 'sentry-hook-signature': `sha256=${sign(SECRET)}` })],
    ['two signatures of Sentry', () => ({ 'sentry-hook-signature': `${sign('x')},${sign(SECRET)}` })],
    ['no version', () => ({ 'x-pagerduty-signature': sign(SECRET) })],
    ['an unknown version', () => ({ 'x-pagerduty-signature': `v2=${sign(SECRET)}` })],
    ['a version within', () => ({ 'x-pagerduty-signature': `v0=v1=${sign(SECRET)}` })],
    ['commas only', () => ({ 'x-pagerduty-signature': ',,,,' })],
    [
      'the eleventh of many signatures',
      () => ({
        'x-pagerduty-signature': [...Array(10).keys(), SECRET].map((x) => `v1=${sign(`${x}`)}`).join(),
      }),
    ],
    [
      'a token that is wrong',
      () => ({ 'sentry-hook-signature': sign(SECRET), authorization: 'Bearer signal:wrong' }),
    ],
  ])('refuses %s', async (_what, headers) => {
    const { status, body } = await send(headers())
    expect(status).toBe(401)
    expect(JSON.stringify(body)).toContain('signal endpoint')
  })

  it('tells whoever sets the sender up that a signature was not made with it', async () => {
    const { body } = await send({ 'sentry-hook-signature': sign('another secret') })
    expect((body as { message: string }).message).toContain('a signature that no secret of its tokens made')
  })

  it('counts no longer once it is replaced, removed, or its token is deleted', async () => {
    const signed = (secret: string) => send({ 'sentry-hook-signature': sign(secret) })
    await set(endpoint, 'another-secret-of-sentry')
    expect((await signed(SECRET)).status).toBe(401)
    expect((await signed('another-secret-of-sentry')).status).toBe(200)

    expect(await remove(endpoint)).toMatchObject({ status: 200, text: '' })
    expect((await signed('another-secret-of-sentry')).status).toBe(401)
    expect((await list(endpoint)).body).toEqual({ senderSecrets: [] })
    const events = await lastEvents(1)
    expect(events).toMatchObject([{ preData: { name: 'sentry', signalEndpoint: 'sentry' } }])
    // removed already: accepted, and no event
    expect((await remove(endpoint)).status).toBe(200)
    expect((await lastEvents(1))[0]?.id).toBe(events[0]?.id)

    const second = { id: endpoint.id, token: await makeToken(endpoint.id, 'second') }
    await set(second, SECRET)
    expect((await signed(SECRET)).status).toBe(200)
    await app.call(deleteSignalEndpointToken, { params: paramsOf(second) })
    expect((await signed(SECRET)).status).toBe(401)
    expect((await list(endpoint)).body).toEqual({ senderSecrets: [] })
  })

  it('is to be entered again where it cannot be decrypted', async () => {
    await set(endpoint, SECRET)
    await app.backend.store.transaction((queries) =>
      queries
        .updateTable('signal_sender_secrets')
        .set({ sealed: 'v1.none.AAAA.AAAA' })
        .where('token_id', '=', endpoint.token)
        .execute(),
    )
    await app.backend.services.signalEndpoints.reload()
    expect((await list(endpoint)).body.senderSecrets).toMatchObject([{ isReadable: false }])
    expect((await send({ 'sentry-hook-signature': sign(SECRET) })).status).toBe(401)
    await set(endpoint, SECRET)
    expect((await send({ 'sentry-hook-signature': sign(SECRET) })).status).toBe(200)
  })

  it.each([
    ['too short', { secret: ' fifteen-letters ' }],
    ['too long', { secret: 'x'.repeat(501) }],
    ['not a text', { secret: 7 }],
    ['missing', {}],
  ])('is refused where it is %s', async (_what, body) => {
    const at = `/api/admin/signal-endpoints/${endpoint.id}/tokens/${endpoint.token}/sender-secret`
    expect(await app.call('PUT', at, { body })).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/secret' }] },
    })
  })

  it('is of a token of its endpoint', async () => {
    const elsewhere = { id: endpoint.id, token: other.token }
    for (const one of [elsewhere, { id: 99, token: 1 }]) {
      expect((await set(one, SECRET)).status).toBe(404)
      expect((await remove(one)).status).toBe(404)
    }
    expect((await list({ id: 99 })).status).toBe(404)
    const base = '/api/admin/signal-endpoints'
    for (const [method, at] of [
      ['GET', '/x/sender-secrets'],
      ['PUT', '/1/tokens/x/sender-secret'],
      ['DELETE', '/1/tokens/x/sender-secret'],
    ] as const) {
      const body = method === 'PUT' ? { body: { secret: SECRET } } : {}
      expect((await app.call(method, `${base}${at}`, body)).status).toBe(400)
    }
  })

  it('is set and removed by Admins only; others see which tokens have one', async () => {
    const as = 'editor'
    const params = paramsOf(endpoint)
    expect((await app.call(setSenderSecret, { params, body: { secret: SECRET }, as })).status).toBe(403)
    expect((await app.call(removeSenderSecret, { params, as })).status).toBe(403)
    const listed = await app.call(getSenderSecrets, {
      params: { signalEndpointId: String(endpoint.id) },
      as,
    })
    expect(listed).toMatchObject({ status: 200, body: { senderSecrets: [{ tokenId: endpoint.token }] } })
  })
})
