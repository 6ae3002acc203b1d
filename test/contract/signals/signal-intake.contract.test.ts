import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { FoundSignal } from '#shared/signals/schemas/signal.ts'
import { addSignalEndpoint, type TestEndpoint } from '#support/stages/signal-endpoints.ts'
import {
  ADMIN,
  BACKEND,
  FRONTEND,
  startBackend,
  type Call,
  type TestBackend,
} from '#support/service/start-backend.ts'
import {
  callSignalEndpoint,
  searchSignals,
  getRefusedSignals,
  getSignal,
} from '#shared/signals/contract/signals.ts'
import { createPat } from '#shared/access/contract/personal-tokens.ts'

/**
 * Tests the intake of signals: POST /api/signal-endpoint/:name (docs/contract/signals.md#intake; document:
 * "Signal endpoint and signal").
 */
let app: TestBackend
let ours: TestEndpoint
let theirs: TestEndpoint

beforeAll(async () => {
  app = await startBackend({ users: [{ username: 'viewer', roles: ['Viewer'] }] })
  ours = await addSignalEndpoint(app, 'ours')
  theirs = await addSignalEndpoint(app, 'theirs')
})
afterAll(() => app.stop())
// limit: one signal a second from one address
beforeEach(() => app.clock.advance(1000))

const send = (call: Call = {}, name = 'ours') =>
  app.call(callSignalEndpoint, { params: { name }, token: `Bearer ${ours.token}`, ...call })
const newest = async () => {
  const { body } = await app.call(searchSignals, { query: { limit: '1' } })
  return body.signals[0]
}
const refused = async () => (await app.call(getRefusedSignals)).body.refusedSignals

describe('a sent signal', () => {
  it.each([
    ['an object', { severity: 'critical', labels: [{ a: { b: null } }] }],
    ['an empty object', {}],
    ['a list', [1, 'two', { three: 3 }]],
    ['text', 'hello'],
    ['a number', 7.5],
    ['true', true],
    ['false', false],
    ['null', null],
    ['zero', 0],
    ['a property that is called __proto__', JSON.parse('{"__proto__":{"x":1}}') as unknown],
  ])('%s: is stored and returned', async (_name, body) => {
    const { status, body: answer } = await send({ body })
    expect(status).toBe(200)
    const kept = await newest()
    expect(answer).toEqual({
      signals: [
        {
          id: kept?.id,
          source: 'signal-endpoint',
          sourceId: ours.id,
          createdAt: app.clock.now().toISOString(),
          createdBySourceTokenId: ours.tokenId,
          payload: body,
        },
      ],
    })
    expect(JSON.stringify(kept?.payload)).toBe(JSON.stringify(body))
    // no action set listens, so no processing is left
    expect(kept).toMatchObject({ tokenName: 'ours-sender', sourceName: 'ours', processed: true })
  })

  it.each([
    ['no body at all', {}],
    ['no body, but a content type', { headers: { 'content-type': 'application/json' } }],
    ['no body, of another content type', { headers: { 'content-type': 'text/plain' } }],
    ['an empty body', { raw: '' }],
  ])('may have %s', async (_name, call) => {
    expect(await send(call)).toMatchObject({ status: 200, body: { signals: [{ payload: {} }] } })
  })

  it('needs no content type', async () => {
    expect(await send({ raw: '{"a":1}' })).toMatchObject({
      status: 200,
      body: { signals: [{ payload: { a: 1 } }] },
    })
  })

  it('may have a charset', async () => {
    const answer = await send({ raw: '"ä"', headers: { 'content-type': 'application/json; charset=utf-8' } })
    expect(answer).toMatchObject({ status: 200, body: { signals: [{ payload: 'ä' }] } })
  })

  it.each(['%', 'Bearer %', 'bearer   %'])('may have its token as %j', async (form) => {
    expect((await send({ token: form.replace('%', ours.token) })).status).toBe(200)
  })

  it('keeps the headers of its sender, except for credentials', async () => {
    await send({
      raw: '{}',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Grafana/11',
        'x-request-id': 'r-1',
        traceparent: '00-4bf9-00f0-01',
        cookie: 'secret=1',
        'x-api-key': 'hidden',
      },
    })
    const { id } = (await newest()) as FoundSignal
    const { body, text } = await app.call(getSignal, { params: { id } })
    expect(body.headers).toEqual({
      ip: '127.0.0.1',
      userAgent: 'Grafana/11',
      contentType: 'application/json',
      requestId: 'r-1',
      traceparent: '00-4bf9-00f0-01',
    })
    expect(text).not.toMatch(/secret|hidden|signal:/)
  })
})

describe('the authentication of a sender', () => {
  it.each([
    ['nothing', null, 'none', 'no token'],
    ['an unknown token', 'signal:unknown', 'unknown', 'a token that is not known'],
    ['a backend token', BACKEND, 'client', 'a backend token of SDKs'],
    ['a frontend token', FRONTEND, 'frontend', 'a frontend token of SDKs'],
    ['an admin token', ADMIN, 'admin', 'an admin token'],
  ])('returns for %s what is expected', async (_name, token, presented, words) => {
    const answer = await send({ token, body: {} })
    expect(answer).toMatchObject({
      status: 401,
      body: {
        name: 'UnauthorizedError',
        message: `A token of the signal endpoint "ours" is expected, as "Authorization: Bearer <token>". You presented ${words}.`,
        presented,
        expected: 'signal',
      },
    })
    if (token !== null) expect(answer.text).not.toContain(token)
  })

  it('rejects a user, and the token of another endpoint', async () => {
    expect(await send({ as: 'viewer', body: {} })).toMatchObject({
      status: 401,
      body: { presented: 'session' },
    })
    expect(await send({ token: theirs.token, body: {} })).toMatchObject({
      status: 401,
      body: {
        presented: 'signal',
        message: expect.stringContaining('a token of another signal endpoint') as string,
      },
    })
  })

  it('treats a personal access token as one of a user', async () => {
    const { body } = await app.call(createPat, {
      as: 'viewer',
      body: { description: 'mine', expiresAt: '2099-01-01T00:00:00.000Z' },
    })
    const { secret } = body
    expect(await send({ token: secret })).toMatchObject({ status: 401, body: { presented: 'personal' } })
  })
})

describe('the intake of signals rejects', () => {
  it('an unknown endpoint', async () => {
    expect(await send({ body: {} }, 'nowhere')).toMatchObject({
      status: 404,
      body: { name: 'NotFoundError', message: 'There is no signal endpoint named nowhere' },
    })
  })

  it.each(['{"a":', 'nonsense', '{"a":1}}', ' '])('invalid JSON: %j', async (raw) => {
    const answer = await send({ raw, headers: { 'content-type': 'application/json' } })
    expect(answer).toMatchObject({ status: 400, body: { name: 'BadDataError' } })
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])(
    'a body of content type %s',
    async (type) => {
      expect(await send({ raw: '{"a":1}', headers: { 'content-type': type } })).toMatchObject({
        status: 415,
        body: { name: 'ContentTypeError', message: expect.stringContaining(`(${type})`) as string },
      })
    },
  )

  it('more than 100 kB, exactly', async () => {
    const limit = 100 * 1024
    const filled = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2))
    expect((await send({ raw: filled(limit) })).status).toBe(200)
    expect(await send({ raw: filled(limit + 1) })).toMatchObject({
      status: 413,
      body: { message: 'request entity too large' },
    })
  })

  it('JSON that is nested too deeply', async () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    expect((await send({ raw: nested(200) })).status).toBe(200)
    for (const levels of [202, 50_000]) {
      app.clock.advance(1000)
      expect(await send({ raw: nested(levels) })).toMatchObject({
        status: 400,
        body: {
          details: [
            { path: '/body', message: expect.stringContaining('nested more than 200 levels') as string },
          ],
        },
      })
    }
  })

  it('without storing anything', async () => {
    const before = await newest()
    await send({ raw: 'nonsense' })
    await send({ token: null, body: {} })
    await send({ body: {} }, 'nowhere')
    expect(await newest()).toEqual(before)
  })
})

describe('the rate limit of signals', () => {
  it('is one a second over all endpoints, returned as plain text', async () => {
    const first = await send({ body: { n: 1 } })
    expect(first).toMatchObject({
      status: 200,
      headers: {
        'ratelimit-policy': '1;w=1',
        'ratelimit-limit': '1',
        'ratelimit-remaining': '0',
        'ratelimit-reset': '1',
      },
    })
    expect(first.headers).not.toHaveProperty('retry-after')
    for (const [token, name] of [
      [ours.token, 'ours'],
      [theirs.token, 'theirs'],
    ] as const) {
      expect(await send({ token, body: {} }, name)).toMatchObject({
        status: 429,
        text: 'Too many requests, please try again later.',
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'ratelimit-policy': '1;w=1',
          'ratelimit-limit': '1',
          'ratelimit-remaining': '0',
          'ratelimit-reset': '1',
          'retry-after': '1',
        },
      })
    }
    app.clock.advance(1000)
    expect((await send({ token: theirs.token, body: {} }, 'theirs')).status).toBe(200)
  })

  it('does not count requests without a valid token', async () => {
    for (let n = 0; n < 3; n++) {
      expect((await send({ token: null })).status).toBe(401)
      expect((await send({ token: theirs.token })).status).toBe(401)
    }
    expect((await send()).status).toBe(200)
  })
})

describe('the history of refused signals', () => {
  it('shows each credential and reason, newest first, with equal ones counted', async () => {
    for (let n = 0; n < 3; n++) await send({ token: BACKEND, headers: { 'user-agent': 'lost/1' } })
    await send({ raw: 'x'.repeat(200_000) })
    await send({ raw: '{"n":1}' })
    await send({ raw: '{"n":2}' })
    const list = await refused()
    expect(list.slice(0, 3)).toMatchObject([
      { status: 429, tokenKind: 'signal', reason: 'Too many requests, please try again later.' },
      { status: 413, tokenKind: 'signal', reason: 'request entity too large' },
      { status: 401, tokenKind: 'client', times: 3, userAgent: 'lost/1', ip: '127.0.0.1' },
    ])
    expect(list.map(({ endpointName }) => endpointName)).toContain('nowhere')
    const { body } = await app.call(getRefusedSignals, { query: { endpoint: 'nowhere' } })
    const ofNowhere = body.refusedSignals
    expect(new Set(ofNowhere.map((one) => one.endpointName))).toEqual(new Set(['nowhere']))
    expect(JSON.stringify(list)).not.toMatch(/signal:[0-9a-f]{8}|backend-secret/)
  })
})
