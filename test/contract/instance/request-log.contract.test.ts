import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createApiToken, getAllApiTokens } from '#shared/access/contract/api-tokens.ts'
import { login } from '#shared/access/contract/sessions.ts'
import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { toggleMaintenance } from '#shared/instance/contract/maintenance.ts'
import {
  clearRequestLog,
  getLoggedRequest,
  getRequestLog,
  recordRequestBodies,
  updateRequestLog,
} from '#shared/instance/contract/request-log.ts'
import { getProjects } from '#shared/projects/contract/projects.ts'
import { addListener } from '#shared/versions/contract/listeners.ts'
import { freePort } from '#support/runner/free-port.ts'
import {
  ADMIN,
  BACKEND,
  FRONTEND,
  startBackend,
  type Call,
  type TestBackend,
} from '#support/service/start-backend.ts'
import { eventually } from '#support/runner/eventually.ts'

const FEATURES = '/api/admin/projects/default/features'
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({
    users: [{ username: 'viewer', roles: ['Viewer'] }],
    rateLimits: { perMinute: { getAllClientFeatures: 3 } },
    env: { UNLEASH_DEFAULT_ADMIN_PASSWORD: 'correct horse' },
  })
})
beforeEach(async () => {
  app.clock.advance(60_000)
  await app.call(updateRequestLog, { body: { enabled: true } })
  await app.call(recordRequestBodies, { body: { minutes: 0 } })
  await app.call(clearRequestLog)
})
afterAll(() => app.stop())

const list = async (query: NonNullable<Parameters<typeof callList>[0]> = {}) => (await callList(query)).body
const callList = (query: Record<string, string | number | boolean>) => app.call(getRequestLog, { query })
const details = async (id: number) => (await app.call(getLoggedRequest, { params: { id } })).body

/** Sends a request, and reads what the log has about it. */
async function logged(method: string, path: string, call: Call = {}) {
  const answer = await app.call(method, path, call)
  const { requests } = await list()
  const [found] = requests.filter((one) => one.path.startsWith(path.split('?', 1)[0] ?? ''))
  if (!found) throw new Error(`${method} ${path} is not in the log`)
  return { ...(await details(found.id)), answer }
}

describe('the request log', () => {
  it('lists each request with its operation, caller, place, status, duration and size', async () => {
    const headers = {
      'unleash-appname': 'shop',
      'unleash-sdk': 'unleash-client-node:6.9.6',
      'user-agent': 'sdk',
    }
    const answer = await app.call(getAllClientFeatures, { token: BACKEND, headers, ip: '10.1.2.3' })
    const { requests } = await list()
    expect(requests[0]).toEqual({
      id: expect.any(Number) as number,
      at: expect.stringMatching(/Z$/) as string,
      method: 'GET',
      path: '/api/client/features',
      operationId: 'getAllClientFeatures',
      caller: 'backend-token',
      callerName: expect.any(String) as string,
      ip: '10.1.2.3',
      userAgent: 'sdk',
      sdk: 'unleash-client-node:6.9.6',
      appName: 'shop',
      port: null,
      contract: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
      status: 200,
      durationMs: expect.any(Number) as number,
      requestBytes: 0,
      responseBytes: Buffer.byteLength(answer.text),
      project: 'default',
      environment: 'development',
      refusedBy: null,
      reason: null,
    })
  })

  it('names the project of a request to the Admin API, and the user who sent it', async () => {
    const found = await logged('GET', `${FEATURES}/none`, { as: 'viewer' })
    expect(found).toMatchObject({ caller: 'user', callerName: 'viewer', project: 'default', status: 404 })
  })

  it('is filtered by path, caller, method, operation, status and refusal, and read in pages', async () => {
    await app.call(getAllClientFeatures, { token: BACKEND })
    await app.call(getAllClientFeatures, { token: null })
    await app.call(getProjects)
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'logged-flag' } })
    const idsOf = async (query: Record<string, string>) =>
      (await list({ until: 1_000_000, ...query })).requests
        .map(({ operationId }) => operationId)
        .filter((id) => id !== 'getRequestLog')
    expect(await idsOf({ query: 'CLIENT/feat' })).toEqual(['getAllClientFeatures', 'getAllClientFeatures'])
    expect(await idsOf({ caller: 'backend' })).toEqual(['getAllClientFeatures'])
    expect(await idsOf({ method: 'post' })).toEqual(['createFeature'])
    expect(await idsOf({ operation: 'getProjects' })).toEqual(['getProjects'])
    expect(await idsOf({ status: '4xx' })).toEqual(['getAllClientFeatures'])
    expect(await idsOf({ refused: 'true' })).toEqual(['getAllClientFeatures'])
    const { newest } = await list()
    const page = await list({ until: newest, limit: 2, offset: 1 })
    const whole = await list({ until: newest })
    expect(page.requests).toEqual(whole.requests.slice(1, 3))
    expect(page.total).toBe(whole.total)
    expect(whole.operations).toContain('createFeature')
  })

  it('has nothing of before it was cleared, and nothing while it is off', async () => {
    await app.call(getProjects)
    expect((await app.call(clearRequestLog)).status).toBe(204)
    const { requests } = await list()
    expect(requests.map(({ operationId }) => operationId)).toEqual(['clearRequestLog'])
    const off = await app.call(updateRequestLog, { body: { enabled: false } })
    expect(off.body).toMatchObject({ enabled: false, kept: 0 })
    await app.call(getProjects)
    expect(await list()).toMatchObject({ enabled: false, requests: [], kept: 0 })
    expect((await app.call(recordRequestBodies, { body: { minutes: 1 } })).status).toBe(409)
  })

  it('answers 404 for a request that it does not have, and 400 for what is no number', async () => {
    expect((await app.call(getLoggedRequest, { params: { id: 999_999 } })).status).toBe(404)
    expect((await app.call(getLoggedRequest, { params: { id: 'x' } })).status).toBe(400)
    expect((await app.call('POST', '/api/admin/request-log/bodies', { body: { minutes: 16 } })).status).toBe(
      400,
    )
  })

  it('is for Admins alone', async () => {
    for (const operation of [getRequestLog, clearRequestLog])
      expect((await app.call(operation, { as: 'viewer' })).status).toBe(403)
  })
})

describe('the decision of a logged request', () => {
  const reasonOf = async (method: string, path: string, call: Call = {}) => {
    const { status, decision, answer } = await logged(method, path, call)
    expect(status).toBe(answer.status)
    return [status, decision.refusedBy, decision.explanation.join(' ')]
  }
  const saying = (text: string) => expect.stringContaining(text) as string

  it('says which permission was asked for where it was granted', async () => {
    const { decision } = await logged('GET', '/api/admin/segments')
    const { decision: needed } = await logged('POST', FEATURES, { body: { name: 'decided-flag' } })
    expect(decision).toMatchObject({ refusedBy: null, asked: [] })
    expect(needed).toMatchObject({ refusedBy: null, asked: ['CREATE_FEATURE'] })
    expect(needed.explanation.join(' ')).toContain('needs CREATE_FEATURE')
  })

  it('tells missing credentials (401) from unknown ones', async () => {
    expect(await reasonOf('GET', '/api/client/features', { token: null })).toEqual([
      401,
      'sign-in',
      saying('neither an Authorization header nor a session'),
    ])
    expect(await reasonOf('GET', '/api/client/features', { token: '*:development.nobody' })).toEqual([
      401,
      'sign-in',
      saying('they prove nobody'),
    ])
  })

  it('names the kind of token that is wrong (403), and the kind that is needed', async () => {
    expect(await reasonOf('GET', '/api/client/features', { token: FRONTEND })).toEqual([
      403,
      'token-kind',
      saying('A frontend token cannot use this part of the API. It needs a backend token.'),
    ])
  })

  it('has the roles that were considered (403), and the smallest grant that would do', async () => {
    const [status, by, text] = await reasonOf('POST', FEATURES, { as: 'viewer', body: { name: 'x' } })
    expect([status, by]).toEqual([403, 'permission'])
    expect(text).toContain('Viewer')
    expect(text).toContain('The smallest grant that would do')
  })

  it('names the field that is wrong (400)', async () => {
    const found = await reasonOf('POST', FEATURES, { body: { name: 'a b' } })
    expect(found).toEqual([400, 'request', saying('/body/name')])
  })

  it('tells a path that is no operation (404) from an item that is not there', async () => {
    expect(await reasonOf('GET', '/api/admin/nothing')).toEqual([404, 'not-found', saying('No operation of')])
    const [, by, text] = await reasonOf('GET', `${FEATURES}/nothing`)
    expect([by, text]).toEqual(['not-found', expect.not.stringContaining('No operation of')])
  })

  it('says when a client may try again (429)', async () => {
    const call = { token: BACKEND, ip: '10.9.9.9' }
    for (let n = 0; n < 3; n++) await app.call(getAllClientFeatures, call)
    expect(await reasonOf('GET', '/api/client/features', call)).toEqual([
      429,
      'rate-limit',
      saying('It can try again after'),
    ])
  })

  it('names a foreign host (403), which is refused before credentials are read', async () => {
    const found = await logged('GET', '/api/admin/segments', { headers: { host: 'evil.example' } })
    expect(found).toMatchObject({ status: 403, caller: 'unchecked', refusedBy: 'origin' })
  })

  it('names maintenance mode (503)', async () => {
    await app.call(toggleMaintenance, { body: { enabled: true } })
    const found = await reasonOf('POST', FEATURES, { body: { name: 'later' } })
    await app.call(toggleMaintenance, { body: { enabled: false } })
    expect(found).toEqual([503, 'maintenance', saying('turn maintenance mode off')])
  })
})

describe('bodies in the request log', () => {
  const record = (minutes: number) => app.call(recordRequestBodies, { body: { minutes } })

  it('are recorded only while somebody asked for it', async () => {
    expect((await logged('GET', '/api/admin/segments')).responseBody.state).toBe('not-recorded')
    expect((await record(1)).body.recordsBodiesUntil).toBe(
      new Date(app.clock.now().getTime() + 60_000).toISOString(),
    )
    const found = await logged('POST', FEATURES, { body: { name: 'recorded-flag' } })
    expect(found.requestBody).toEqual({
      state: 'recorded',
      value: { name: 'recorded-flag' },
      isMasked: false,
    })
    expect(found.responseBody.value).toMatchObject({ name: 'recorded-flag', project: 'default' })
    const refused = await logged('POST', FEATURES, { body: { name: 'a b' } })
    expect(refused.responseBody.value).toMatchObject({ name: 'ValidationError' })
    app.clock.advance(60_001)
    expect((await logged('GET', '/api/admin/segments')).responseBody.state).toBe('not-recorded')
  })

  it('are masked by name and by form, and withheld where an operation carries secrets', async () => {
    await record(1)
    const body = {
      ...{ name: 'masked-flag', description: `x ${'0f'.repeat(28)}` },
      ...{ password: 'hunter2', nested: { apiKey: ['k1'], secret: 5 } },
    }
    const found = await logged('POST', FEATURES, { body })
    expect(found.requestBody).toMatchObject({ state: 'recorded', isMasked: true })
    expect(JSON.stringify({ ...found, answer: null })).not.toMatch(/hunter2|k1"|0f0f|"secret":5/)
    expect(found.replay).toMatchObject({ kind: 'none', reason: expect.stringContaining('secret') as string })
    await app.call(login, { token: null, body: { username: 'admin', password: 'correct horse' } })
    const [signIn] = (await list({ operation: 'login' })).requests
    expect((await details(signIn?.id ?? 0)).requestBody.state).toBe('withheld')
  })

  it('are not recorded when they are large, and say so', async () => {
    await record(1)
    const found = await logged('POST', FEATURES, { body: { name: 'large', description: 'x'.repeat(40_000) } })
    expect(found.requestBody.state).toBe('too-large')
    const text = await logged('POST', FEATURES, { raw: '{', headers: { 'content-type': 'application/json' } })
    expect(text.requestBody.state).toBe('not-json')
  })
})

describe('replaying a logged request', () => {
  it('is offered with the parts that the window sends: a read, a write, or why not', async () => {
    const read = await logged('GET', `${FEATURES}/a%20b?x=1&list[]=2`)
    expect(read.replay).toEqual({
      ...{ kind: 'read', reason: null, body: null },
      params: { projectId: 'default', featureName: 'a b' },
      query: { x: '1', list: ['2'] },
    })
    const unrecorded = await logged('POST', FEATURES, { body: { name: 'first' } })
    expect(unrecorded.replay).toMatchObject({
      kind: 'none',
      reason: expect.stringMatching('not recorded') as string,
    })
    await app.call(recordRequestBodies, { body: { minutes: 1 } })
    const write = await logged('POST', FEATURES, { body: { name: 'second' } })
    expect(write.replay).toMatchObject({ kind: 'write', body: { name: 'second' } })
    const sdk = await logged('GET', '/api/frontend', { token: FRONTEND })
    expect(sdk.replay).toMatchObject({ kind: 'none', reason: expect.stringMatching('Admin API') as string })
  })
})

describe('the log of real ports', () => {
  it('has the requests of all ports, streams when they begin and when they end, none of the window', async () => {
    const url = await app.backend.listen(0)
    const port = await freePort()
    expect((await app.call(addListener, { body: { port, contract: '6' } })).status).toBe(201)
    await fetch(`http://127.0.0.1:${port}/api/client/features`, { headers: { authorization: BACKEND } })
    await fetch(`${url}/trpc/status`, { headers: { authorization: ADMIN } })
    const aborting = new AbortController()
    const stream = await fetch(`${url}/api/client/streaming`, {
      headers: { authorization: BACKEND, accept: 'text/event-stream' },
      signal: aborting.signal,
    })
    expect(stream.status).toBe(200)
    const open = await list({ status: 'open' })
    expect(open.requests).toMatchObject([{ operationId: 'getStreaming', status: null, durationMs: null }])
    aborting.abort()
    await eventually(async () => expect((await list({ status: 'open' })).requests).toEqual([]))
    const { requests } = await list({ query: 'client' })
    const [ended] = requests.filter(({ operationId }) => operationId === 'getStreaming')
    expect(ended?.responseBytes).toBeGreaterThan(100)
    expect(requests).toContainEqual(
      expect.objectContaining({ port, contract: expect.stringMatching(/^6\./) as string }),
    )
    expect((await list({ query: 'trpc' })).requests).toEqual([])
  })
})

describe('secrets in the request log', () => {
  it('never holds a token that was just created, wherever it is sent', async () => {
    await app.call(recordRequestBodies, { body: { minutes: 1 } })
    const { body: made } = await app.call(createApiToken, {
      body: { tokenName: 'mine', type: 'client', environment: 'development' },
    })
    await app.call(getAllApiTokens)
    await app.call('GET', `/api/admin/segments?x=${encodeURIComponent(made.secret)}&token=s3cr3t`, {
      headers: {
        referer: `http://localhost/invite/s3cr3t?code=s3cr3t`,
        'x-api-key': 's3cr3t',
        'x-a': made.secret,
      },
    })
    const { requests } = await list({ limit: 2000 })
    const shown = JSON.stringify([requests, await Promise.all(requests.map(({ id }) => details(id)))])
    expect(shown).toContain('getAllApiTokens')
    expect(shown).not.toContain(made.secret)
    expect(shown).not.toContain('s3cr3t')
    expect(shown).not.toContain(ADMIN)
  })
})
