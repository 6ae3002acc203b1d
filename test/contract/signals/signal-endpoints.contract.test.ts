import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ADMIN, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { getSignalEndpoints } from '#shared/signals/contract/signal-endpoints.ts'
import { callSignalEndpoint } from '#shared/signals/contract/signals.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'
import { getProjects } from '#shared/projects/contract/projects.ts'

const ENDPOINTS = '/api/admin/signal-endpoints'
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({
    env: { HALYARD_BASE_URL: 'https://flags.example.com' },
    users: [
      { username: 'viewer', roles: ['Viewer'] },
      { username: 'editor', roles: ['Editor'] },
    ],
  })
})
afterAll(() => app.stop())

interface Endpoint {
  id: number
  name: string
  tokens: { id: number; name: string }[]
}

const post = (at: string, body?: unknown, more: object = {}) =>
  app.call('POST', `${ENDPOINTS}${at}`, body === undefined ? more : { body, ...more })
const put = (at: string, body: unknown) => app.call('PUT', `${ENDPOINTS}${at}`, { body })
const list = async () => (await app.call(getSignalEndpoints)).body.signalEndpoints
const create = async (name: string) => (await post('', { name })).body as Endpoint
const createToken = async (id: number, name: string) =>
  (await post(`/${id}/tokens`, { name })).body as { id: number; token: string }
const remove = (at: string) => app.call('DELETE', `${ENDPOINTS}${at}`)
const send = (name: string, token: string) =>
  app.call(callSignalEndpoint, { params: { name }, token, body: {} })
/** Reads the latest events of the log, newest first. */
const lastEvents = async (limit: number) => (await app.call(searchEvents, { query: { limit } })).body.events
const messages = (body: unknown) =>
  (body as { details: { message: string; path?: string }[] }).details.map((one) => one.message)

describe('creating a signal endpoint', () => {
  it('returns it with its address and author', async () => {
    const answer = await post('', { name: 'grafana-alerts_1', description: 'From Grafana' })
    const { id } = answer.body as Endpoint
    expect(answer).toMatchObject({ status: 201, headers: { location: `signal-endpoints/${id}` } })
    expect(answer.body).toEqual({
      id,
      name: 'grafana-alerts_1',
      description: 'From Grafana',
      enabled: true,
      createdAt: app.clock.now().toISOString(),
      createdByUserId: -42,
      tokens: [],
      url: 'https://flags.example.com/api/signal-endpoint/grafana-alerts_1',
    })
    expect(await lastEvents(1)).toMatchObject([
      { type: 'signal-endpoint-created', createdByUserId: -42, data: { name: 'grafana-alerts_1' } },
    ])
    await remove(`/${id}`)
  })

  it('can start turned off, and without a description', async () => {
    const { body } = await post('', { name: 'off', enabled: false, description: null })
    expect(body).toMatchObject({ enabled: false, description: null })
    await remove(`/${(body as Endpoint).id}`)
  })

  it.each([
    [{ name: 'Upper' }, /Name must only contain alphanumeric lowercase characters, dashes and underscores\./],
    [{ name: 'a b' }, /Name must only contain/],
    [{ name: 'a/b' }, /Name must only contain/],
    [{ name: '' }, /Name must only contain/],
    [{ name: 'ü' }, /Name must only contain/],
    [{ name: 'x'.repeat(101) }, /Name must have at most 100 characters/],
    [{}, /`\/body\/name` property is required/],
    [{ name: 'x', enabled: 'yes' }, /\/body\/enabled/],
    [{ name: 'x', description: [7] }, /\/body\/description/],
  ])('rejects %j', async (body, message) => {
    const answer = await post('', body)
    expect(answer.status).toBe(400)
    expect(messages(answer.body).join()).toMatch(message)
    expect(await list()).toEqual([])
  })

  it('rejects a name that another endpoint has', async () => {
    const { id } = await create('taken')
    expect(await post('', { name: 'taken' })).toMatchObject({
      status: 409,
      body: { name: 'NameExistsError', message: 'There already exists a signal endpoint named taken' },
    })
    await remove(`/${id}`)
  })

  it('stops at five, as documented', async () => {
    const made = []
    for (let n = 0; n < 5; n++) made.push(await create(`e-${n}`))
    expect(await post('', { name: 'one-more' })).toMatchObject({
      status: 400,
      body: {
        name: 'ExceedsLimitError',
        message: "Failed to create signal endpoint. You can't create more than the established limit of 5.",
      },
    })
    for (const { id } of made) await remove(`/${id}`)
  })

  it('is for Admins; every signed-in user may read', async () => {
    for (const as of ['viewer', 'editor']) {
      expect((await post('', { name: 'x' }, { as })).status).toBe(403)
      expect((await app.call(getSignalEndpoints, { as })).status).toBe(200)
    }
    expect((await app.call(getSignalEndpoints, { token: null })).status).toBe(401)
  })
})

describe('changing a signal endpoint', () => {
  it('renames it, and does not switch it', async () => {
    const { id } = await create('before')
    await post(`/${id}/off`)
    const answer = await put(`/${id}`, { name: 'after', description: 'Renamed' })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        name: 'after',
        description: 'Renamed',
        enabled: false,
        url: 'https://flags.example.com/api/signal-endpoint/after',
      },
    })
    expect(await lastEvents(1)).toMatchObject([
      { type: 'signal-endpoint-updated', data: { name: 'after' }, preData: { name: 'before' } },
    ])
    expect((await put(`/${id}`, { name: 'after', enabled: true })).body).toMatchObject({
      enabled: true,
      description: null,
    })
    await remove(`/${id}`)
  })

  it('accepts its own name, and rejects that of another', async () => {
    const [one, two] = [await create('one'), await create('two')]
    expect((await put(`/${one.id}`, { name: 'one' })).status).toBe(200)
    expect((await put(`/${one.id}`, { name: 'two' })).status).toBe(409)
    expect((await put(`/${one.id}`, { name: 'No' })).status).toBe(400)
    await remove(`/${one.id}`)
    await remove(`/${two.id}`)
  })

  it('turns it off and on, from the next signal on', async () => {
    const { id } = await create('switched')
    const { token } = await createToken(id, 'sender')
    const off = await post(`/${id}/off`)
    expect(off).toMatchObject({ status: 200, body: { enabled: false, tokens: [{ name: 'sender' }] } })
    expect(off.body).not.toHaveProperty('url')
    expect((await send('switched', token)).status).toBe(404)
    expect(await post(`/${id}/on`)).toMatchObject({ status: 200, body: { enabled: true } })
    app.clock.advance(1000)
    expect((await send('switched', token)).status).toBe(200)
    await remove(`/${id}`)
  })

  it('deletes it with its tokens', async () => {
    const { id } = await create('gone')
    const { token } = await createToken(id, 'sender')
    expect(await remove(`/${id}`)).toMatchObject({ status: 200, text: '' })
    expect(await lastEvents(1)).toMatchObject([
      { type: 'signal-endpoint-deleted', preData: { name: 'gone' } },
    ])
    app.clock.advance(1000)
    expect((await send('gone', token)).status).toBe(401)
    expect(await list()).toEqual([])
  })

  it.each([
    ['PUT', '/99', { name: 'x' }, 404],
    ['DELETE', '/99', undefined, 404],
    ['POST', '/99/on', undefined, 404],
    ['POST', '/99/off', undefined, 404],
    ['PUT', '/x', { name: 'x' }, 400],
    ['DELETE', '/x', undefined, 400],
    ['POST', '/x/on', undefined, 400],
    ['POST', '/x/off', undefined, 400],
  ])('%s %s is rejected', async (method, at, body, status) => {
    const answer = await app.call(method, `${ENDPOINTS}${at}`, body ? { body } : {})
    expect(answer.status).toBe(status)
    expect(messages(answer.body).join()).toMatch(
      status === 404
        ? /Could not find the signal endpoint with id 99/
        : /`\/params\/id` property must be integer/,
    )
  })
})

describe('the tokens of a signal endpoint', () => {
  let id: number
  beforeAll(async () => {
    ;({ id } = await create('with-tokens'))
  })
  const tokens = (at = '') => `/${id}/tokens${at}`

  it('show their secret once, and it is stored as a hash', async () => {
    const answer = await post(tokens(), { name: 'grafana' })
    const token = answer.body as { id: number; token: string }
    expect(answer).toMatchObject({
      status: 201,
      headers: { location: `signal-endpoints/${id}/tokens/${token.id}` },
      body: { name: 'grafana', signalEndpointId: id, createdByUserId: -42 },
    })
    expect(token.token).toMatch(/^signal:[0-9a-f]{56}$/)
    expect(await lastEvents(1)).toMatchObject([
      { type: 'signal-endpoint-token-created', data: { name: 'grafana', signalEndpoint: 'with-tokens' } },
    ])
    const { body, text } = await app.call('GET', `${ENDPOINTS}${tokens()}`)
    expect(body).toEqual({
      signalEndpointTokens: [
        {
          id: token.id,
          name: 'grafana',
          signalEndpointId: id,
          createdAt: app.clock.now().toISOString(),
          createdByUserId: -42,
        },
      ],
    })
    const everything = [text, (await app.call(getSignalEndpoints)).text, (await app.call(searchEvents)).text]
    const rows = await app.backend.store.queries.selectFrom('signal_endpoint_tokens').selectAll().execute()
    expect([...everything, JSON.stringify(rows)].join()).not.toContain(token.token)
    expect(everything.join()).not.toContain(rows[0]?.secret_hash)
  })

  it('need unique names within the endpoint', async () => {
    const { id: other } = await createToken(id, 'second')
    expect(await post(tokens(), { name: 'second' })).toMatchObject({
      status: 409,
      body: { message: 'This signal endpoint already has a token named second' },
    })
    expect(await put(tokens(`/${other}`), { name: 'renamed' })).toMatchObject({
      status: 200,
      body: { id: other, name: 'renamed' },
    })
    expect(await lastEvents(1)).toMatchObject([
      { type: 'signal-endpoint-token-updated', data: { name: 'renamed' }, preData: { name: 'second' } },
    ])
    expect((await put(tokens(`/${other}`), { name: 'grafana' })).status).toBe(409)
    expect((await put(tokens(`/${other}`), { name: ' ' })).status).toBe(400)
    expect((await post(tokens(), {})).status).toBe(400)
  })

  it('stop at five, and are rejected after their deletion', async () => {
    const made = []
    for (let n = 0; n < 3; n++) made.push(await createToken(id, `t-${n}`))
    expect(await post(tokens(), { name: 'sixth' })).toMatchObject({
      status: 400,
      body: {
        name: 'ExceedsLimitError',
        message:
          "Failed to create signal endpoint token. You can't create more than the established limit of 5.",
      },
    })
    const [first] = made
    app.clock.advance(1000)
    expect((await send('with-tokens', first?.token ?? '')).status).toBe(200)
    expect(await remove(tokens(`/${first?.id}`))).toMatchObject({ status: 200, text: '' })
    expect((await send('with-tokens', first?.token ?? '')).status).toBe(401)
    expect(await lastEvents(1)).toMatchObject([
      { type: 'signal-endpoint-token-deleted', preData: { name: 't-0', signalEndpoint: 'with-tokens' } },
    ])
  })

  it('are found at their own endpoint only', async () => {
    const other = await create('another')
    const { id: theirs } = await createToken(other.id, 'theirs')
    expect((await put(tokens(`/${theirs}`), { name: 'mine' })).status).toBe(404)
    expect((await remove(tokens(`/${theirs}`))).status).toBe(404)
    for (const [method, at, status] of [
      ['GET', '/99/tokens', 404],
      ['GET', '/x/tokens', 400],
      ['POST', '/99/tokens', 404],
      ['POST', '/x/tokens', 400],
      ['DELETE', '/1/tokens/x', 400],
    ] as const) {
      const body = method === 'POST' ? { body: { name: 'x' } } : {}
      expect((await app.call(method, `${ENDPOINTS}${at}`, body)).status).toBe(status)
    }
    await remove(`/${other.id}`)
  })

  it('are rejected everywhere else', async () => {
    const { body } = await post(tokens(), { name: 'curious' })
    const { token } = body as { token: string }
    for (const path of ['/api/admin/projects', '/api/client/features', '/api/frontend'])
      expect((await app.call('GET', path, { token })).status).toBe(403)
    expect((await app.call(getProjects, { token: ADMIN })).status).toBe(200)
  })
})
