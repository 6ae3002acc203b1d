import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { FoundSignal, ProbeAnswer, SignalDetails, SignalUsage } from '#shared/signals/schemas/signal.ts'
import { readEventLog } from '#support/service/event-log.ts'
import { addSignalEndpoint, type TestEndpoint } from '#support/stages/signal-endpoints.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { deleteSignalEndpoint } from '#shared/signals/contract/signal-endpoints.ts'
import { getSignal, replaySignal } from '#shared/signals/contract/signals.ts'

const SIGNALS = '/api/admin/signals'
const ENDPOINTS = '/api/admin/signal-endpoints'
let app: TestBackend
let alerts: TestEndpoint
let deploys: TestEndpoint

beforeAll(async () => {
  app = await startBackend({
    env: { SIGNAL_ENDPOINT_RATE_LIMIT_PER_SECOND: '1000', HALYARD_SIGNAL_PAYLOAD_BYTES: '2000' },
    users: [
      { username: 'root', roles: ['Admin'] },
      { username: 'viewer', roles: ['Viewer'] },
    ],
  })
  alerts = await addSignalEndpoint(app, 'alerts')
  deploys = await addSignalEndpoint(app, 'deploys')
  // three days, two signals of each endpoint on each
  for (let day = 0; day < 3; day++) {
    for (let n = 0; n < 2; n++)
      for (const endpoint of [alerts, deploys])
        await send(endpoint, { day, n, severity: n === 0 ? 'critical' : 'Low 100%' })
    app.clock.advance(24 * 60 * 60 * 1000)
  }
})
afterAll(async () => {
  // signal-intake.contract.test.ts covers the answers to senders
  await app.stop()
})

const send = async ({ name, token }: TestEndpoint, body: unknown) => {
  const answer = await app.call('POST', `/api/signal-endpoint/${name}`, { token, body })
  expect(answer.status).toBe(200)
  return (answer.body as { signals: [{ id: number }] }).signals[0]
}
const get = (at: string, as = 'root') => app.call('GET', at, { as })
const post = (at: string, body?: unknown) =>
  app.call('POST', at, { as: 'root', ...(body === undefined ? {} : { body }) })
const search = async (query: string) =>
  (await get(`${SIGNALS}/search?${query}`)).body as {
    signals: FoundSignal[]
    total: number
    next: string | null
  }
const newestEvent = async () => (await readEventLog(app, { limit: '1' }))[0]

describe('the signals of an endpoint', () => {
  const at = (query = '') => `${ENDPOINTS}/${alerts.id}/signals${query}`

  it('are listed newest first, with the name of the token but not its secret', async () => {
    const { body, text } = await get(at())
    const { signalEndpointSignals: found } = body as { signalEndpointSignals: FoundSignal[] }
    expect(found.map(({ payload }) => payload)).toMatchObject([
      { day: 2, n: 1 },
      { day: 2, n: 0 },
      { day: 1, n: 1 },
      { day: 1, n: 0 },
      { day: 0, n: 1 },
      { day: 0, n: 0 },
    ])
    expect(found[0]).toEqual({
      id: expect.any(Number) as number,
      source: 'signal-endpoint',
      sourceId: alerts.id,
      createdAt: '2026-11-23T12:00:00.000Z',
      payload: { day: 2, n: 1, severity: 'Low 100%' },
      tokenName: 'alerts-sender',
    })
    expect(text).not.toContain(alerts.token)
  })

  it.each([
    ['?limit=2', 2],
    ['?limit=2&offset=5', 1],
    ['?offset=99', 0],
    ['?limit=0', 6],
    ['?limit=5000', 6],
    ['?offset=-3', 6],
  ])('are paged: %s', async (query, count) => {
    const { body } = await get(at(query))
    expect((body as { signalEndpointSignals: unknown[] }).signalEndpointSignals).toHaveLength(count)
  })

  it('are for Admins, and need an existing endpoint', async () => {
    expect((await get(at(), 'viewer')).status).toBe(403)
    expect((await get(`${ENDPOINTS}/99/signals`)).status).toBe(404)
    expect((await get(at('?limit=many'))).status).toBe(400)
  })
})

describe('the signals of all endpoints', () => {
  const read = async (query = '') => {
    const answer = await get(`${SIGNALS}${query}`, 'viewer')
    return { ...answer, ...(answer.body as { signals: FoundSignal[]; total: number }) }
  }

  it('are for every signed-in user, with the names of the endpoints', async () => {
    const { signals, total } = await read()
    expect([signals.length, total]).toEqual([12, 12])
    expect(signals.slice(0, 2)).toMatchObject([
      { sourceName: 'deploys', sourceDescription: null, tokenName: 'deploys-sender' },
      { sourceName: 'alerts' },
    ])
  })

  it.each([
    ['?from=IS:2026-11-22&to=IS:2026-11-22', 4, 4],
    ['?from=IS:2026-11-22', 8, 8],
    ['?to=IS:2026-11-21', 4, 4],
    ['?to=IS:2026-11-20', 0, 0],
    ['?from=IS:2026-11-22&limit=3', 3, 8],
    ['?from=IS:2026-11-22&limit=3&offset=6', 2, 8],
  ])('of a period are paged: %s', async (query, count, all) => {
    const { signals, total } = await read(query)
    expect([signals.length, total]).toEqual([count, all])
  })

  it.each(['?from=2026-11-22', '?to=IS:today', '?from=IS:2026-13-45', '?limit=x'])(
    'are rejected for %s',
    async (query) => {
      expect((await read(query)).status).toBe(400)
    },
  )

  it('stay when their endpoint is deleted', async () => {
    const { id } = await addSignalEndpoint(app, 'short')
    await post(`${ENDPOINTS}/${id}/signals`, { payload: 'last words' })
    await app.call(deleteSignalEndpoint, { params: { id } })
    const { signals, total } = await read('?limit=1')
    expect(signals).toMatchObject([{ sourceId: id, sourceName: null, sourceDescription: null }])
    expect(total).toBe(13)
  })
})

describe('searching signals', () => {
  it('finds a text in payloads, in any letter case, without patterns', async () => {
    expect((await search(`text=CRITICAL&endpoint=${alerts.id}`)).signals).toHaveLength(3)
    expect((await search('text=100%25')).signals).toHaveLength(6)
    expect((await search('text=1_0')).signals).toEqual([])
    expect(await search('text=nowhere')).toMatchObject({ signals: [], next: null })
  })

  it('continues where it ended, whatever arrives meanwhile', async () => {
    const seen: number[] = []
    let after = ''
    for (;;) {
      const { signals, next, total } = await search(`endpoint=${deploys.id}&limit=4${after}`)
      expect(total).toBeGreaterThanOrEqual(6)
      seen.push(...signals.map(({ id }) => id))
      if (next === null) break
      await send(deploys, 'another one')
      after = `&after=${next}`
    }
    expect(seen).toHaveLength(6)
    expect(new Set(seen).size).toBe(6)
    expect([...seen].sort((a, b) => b - a)).toEqual(seen)
  })

  it.each(['', '&text=a', '&outcome=none', `&from=IS:2020-01-01`])(
    'lists oldest first, page by page, on request%s',
    async (filter) => {
      const newest = (await search(`limit=1000${filter}`)).signals.map(({ id }) => id)
      expect(newest.length).toBeGreaterThan(3)
      const seen: number[] = []
      for (let after = ''; ;) {
        const { signals, next } = await search(`limit=2&sortOrder=asc${filter}${after}`)
        seen.push(...signals.map(({ id }) => id))
        if (next === null) break
        after = `&after=${next}`
      }
      expect(seen).toEqual([...newest].reverse())
    },
  )

  it.each(['sortOrder=up', 'after=x', 'from=IS:x', 'endpoint=x', 'after=2026-11-22T00:00:00.000Z'])(
    'rejects %s',
    async (query) => {
      expect((await get(`${SIGNALS}/search?${query}`)).status).toBe(400)
    },
  )
})

describe('a single signal', () => {
  it('shows its address of origin to Admins only', async () => {
    const { id } = await send(alerts, { a: 1 })
    const seen = (await get(`${SIGNALS}/${id}`)).body as SignalDetails
    expect(seen).toMatchObject({ id, payload: { a: 1 }, tokenName: 'alerts-sender', sourceName: 'alerts' })
    expect(seen.headers).toMatchObject({ ip: '127.0.0.1' })
    expect((await get(`${SIGNALS}/${id}`, 'viewer')).body).toEqual({ ...seen, headers: null })
    expect((await get(`${SIGNALS}/99999`)).status).toBe(404)
    expect((await get(`${SIGNALS}/x`)).status).toBe(400)
  })
})

describe('the workbench for signals', () => {
  it('sends without a token, and stores the author', async () => {
    const answer = await post(`${ENDPOINTS}/${alerts.id}/signals`, { payload: { test: true } })
    const { id } = answer.body as { id: number }
    expect(answer).toMatchObject({
      status: 201,
      headers: { location: `signals/${id}` },
      body: { sourceId: alerts.id, createdBySourceTokenId: null, payload: { test: true } },
    })
    expect((await get(`${SIGNALS}/${id}`)).body).toMatchObject({
      tokenName: null,
      sentBy: 'root',
      replayOf: null,
      processed: true,
    })
    expect(await newestEvent()).toMatchObject({
      type: 'signal-sent',
      createdBy: 'root',
      data: { id, name: 'alerts', signalEndpointId: alerts.id },
    })
  })

  it('rejects an empty body, and one that is too large', async () => {
    expect(await post(`${ENDPOINTS}/${alerts.id}/signals`, {})).toMatchObject({
      status: 201,
      body: { payload: {} },
    })
    expect(await post(`${ENDPOINTS}/${alerts.id}/signals`, { payload: 'x'.repeat(2000) })).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/payload' }] },
    })
    expect((await post(`${ENDPOINTS}/99/signals`, {})).status).toBe(404)
  })

  it('replays a signal as a new one that is marked as a replay', async () => {
    const { id: original } = await send(alerts, { severity: 'critical' })
    const answer = await post(`${SIGNALS}/${original}/replay`)
    const { id } = answer.body as { id: number }
    expect(id).toBeGreaterThan(original)
    expect(answer).toMatchObject({ status: 201, headers: { location: `signals/${id}` } })
    expect((await get(`${SIGNALS}/${id}`)).body).toMatchObject({
      payload: { severity: 'critical' },
      replayOf: original,
      sentBy: 'root',
      processed: true,
    })
    expect(await newestEvent()).toMatchObject({ type: 'signal-replayed', data: { replayOf: original } })
    expect((await post(`${SIGNALS}/99999/replay`)).status).toBe(404)
    expect((await post(`${SIGNALS}/x/replay`)).status).toBe(400)
  })

  it('sends nothing to an endpoint that is turned off', async () => {
    const { id } = await send(deploys, {})
    await post(`${ENDPOINTS}/${deploys.id}/off`)
    const refusal = { status: 409, body: { message: 'The signal endpoint deploys is turned off' } }
    expect(await post(`${ENDPOINTS}/${deploys.id}/signals`, {})).toMatchObject(refusal)
    expect(await post(`${SIGNALS}/${id}/replay`)).toMatchObject(refusal)
    await post(`${ENDPOINTS}/${deploys.id}/on`)
  })

  it('sends as a sender would, and shows the response', async () => {
    const probe = async (body: object) =>
      (await post(`${ENDPOINTS}/${alerts.id}/probe`, body)).body as ProbeAnswer
    const good = await probe({ token: alerts.token, body: '{"x":1}', contentType: 'application/json' })
    expect(good).toMatchObject({ status: 200, headers: { 'ratelimit-limit': '1000' } })
    expect(JSON.parse(good.body)).toMatchObject({
      signals: [{ payload: { x: 1 }, createdBySourceTokenId: alerts.tokenId }],
    })
    expect(await probe({ token: '', body: '' })).toMatchObject({ status: 401 })
    expect(await probe({ token: deploys.token, body: '' })).toMatchObject({ status: 401 })
    expect(await probe({ token: alerts.token, body: '{' })).toMatchObject({ status: 400 })
    expect(await probe({ token: alerts.token, body: 'x'.repeat(2001) })).toMatchObject({ status: 413 })
    expect(await probe({ token: alerts.token, body: 'x', contentType: 'text/plain' })).toMatchObject({
      status: 415,
    })
    expect((await post(`${ENDPOINTS}/99/probe`, { token: '', body: '' })).status).toBe(404)
    for (const token of ['a\nb: c', 'ä', 'x'.repeat(201)])
      expect((await post(`${ENDPOINTS}/${alerts.id}/probe`, { token, body: '' })).status).toBe(400)
  })
})

describe('the usage of signals', () => {
  it('shows the counts and their limits', async () => {
    const { body } = await get(`${SIGNALS}/usage`, 'viewer')
    const { total } = await search('limit=1')
    expect(body).toMatchObject({
      endpoints: { used: 2, limit: 5 },
      tokensPerEndpoint: 5,
      perSecond: 1000,
      payloadBytes: 2000,
      stored: { used: total, limit: 1_000_000, days: 30, megabytes: 1000 },
      // no action set listens, so they count as processed at once
      queue: { waiting: 0, oldestAt: null },
    })
    const { bySource, byDay } = body as SignalUsage
    const ofAlerts = byDay.filter(({ sourceId }) => sourceId === alerts.id)
    expect(ofAlerts.at(-1)?.day).toBe(app.clock.now().toISOString().slice(0, 10))
    expect(ofAlerts.reduce((sum, { signals }) => sum + signals, 0)).toBe(
      (await search(`endpoint=${alerts.id}`)).total,
    )
    expect(bySource.find(({ sourceId }) => sourceId === alerts.id)).toEqual({
      sourceId: alerts.id,
      signals: (await search(`endpoint=${alerts.id}`)).total,
      lastAt: app.clock.now().toISOString(),
    })
  })

  it('shows refused signals to Admins', async () => {
    expect((await get(`${SIGNALS}/refused`)).status).toBe(200)
    expect((await get(`${SIGNALS}/refused`, 'viewer')).status).toBe(403)
    expect((await get(`${SIGNALS}/refused?endpoint=${'x'.repeat(1001)}`)).status).toBe(400)
  })
})

describe('a deleted signal', () => {
  it('is reported as deleted, and an unknown one as unknown', async () => {
    const own = await startBackend({ env: { HALYARD_SIGNALS_KEPT: '1', HALYARD_SIGNALS_KEPT_DAYS: '7' } })
    const { id: endpoint } = await addSignalEndpoint(own, 'alerts')
    const at = `${ENDPOINTS}/${endpoint}/signals`
    const made = [await own.call('POST', at, { body: {} }), await own.call('POST', at, { body: {} })]
    const [first, second] = made.map(({ body }) => (body as { id: number }).id)
    await own.backend.runJobs()
    const deleted = {
      status: 404,
      body: {
        name: 'NotFoundError',
        message: `Signal ${first} has been deleted: signals are kept for 7 days, and no more than 1 of them or 1,000 MB.`,
      },
    }
    expect(await own.call(getSignal, { params: { id: `${first}` } })).toMatchObject(deleted)
    expect(await own.call(replaySignal, { params: { id: `${first}` } })).toMatchObject(deleted)
    expect((await own.call(getSignal, { params: { id: `${second}` } })).status).toBe(200)
    for (const never of [0, -1, (second ?? 0) + 1])
      expect(await own.call(getSignal, { params: { id: never } })).toMatchObject({
        status: 404,
        body: { message: `Could not find the signal with id ${never}` },
      })
    await own.stop()
  })
})
