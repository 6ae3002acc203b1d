import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Remote, RemoteCheck } from '#shared/transfer/schemas/remote.ts'
import { startRecordingServer } from '#support/stand-ins/recording-server.ts'
import { LINE, REMOTES, useRemote } from '#support/stages/remote-stage.ts'
import { ADMIN, BACKEND } from '#support/service/start-backend.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'

const stage = useRemote()
let at = ''
beforeAll(() => {
  at = `${REMOTES}/${stage.remote.id}`
})
afterAll(() => expect(stage.requested().size).toBeGreaterThan(4))

const send = (method: string, path: string, body?: object) =>
  stage.here.call(method, path, body === undefined ? {} : { body })
const list = async () => ((await send('GET', REMOTES)).body as { remotes: Remote[] }).remotes
const check = async (body: object, path = at) =>
  (await send('POST', `${path}/check`, body)).body as RemoteCheck
const add = async (url: string, name = url) =>
  `${REMOTES}/${((await send('POST', REMOTES, { name, url })).body as Remote).id}`

describe('the remotes', () => {
  it('are stored with name and URL', async () => {
    const made = await send('POST', REMOTES, {
      name: ' staging ',
      url: 'https://flags.example.com/base/api/',
    })
    expect(made).toMatchObject({
      status: 201,
      body: { name: 'staging', url: 'https://flags.example.com/base', hasToken: false, pulls: [] },
    })
    expect((await list()).map(({ name }) => name)).toEqual(['staging', 'the other one'])
    const { id } = made.body as Remote
    const changed = await send('PUT', `${REMOTES}/${id}`, { name: 'live', url: 'https://live.example.com' })
    expect(changed).toMatchObject({
      status: 200,
      body: { id, name: 'live', url: 'https://live.example.com' },
    })
    expect((await send('DELETE', `${REMOTES}/${id}`)).status).toBe(204)
    expect(await list()).toHaveLength(1)
  })

  it('need unique names', async () => {
    const taken = {
      status: 409,
      body: { message: 'A remote with the name the other one already exists.' },
    }
    expect(await send('POST', REMOTES, { name: 'the other one', url: 'http://x.org' })).toMatchObject(taken)
    const path = await add('http://y.org')
    expect(await send('PUT', path, { name: 'the other one', url: 'http://y.org' })).toMatchObject(taken)
    expect((await send('PUT', path, { name: 'http://y.org', url: 'http://z.org' })).status).toBe(200)
    await send('DELETE', path)
  })

  it.each([
    ['ftp://x.org', 'The URL of a remote begins with http:// or https://.'],
    ['x.org', 'The URL of a remote begins with http:// or https://.'],
    ['http://ann:secret@x.org', 'The URL of a remote holds no user and password: it has a token.'],
    ['http://x.org?token=a', 'The URL of a remote ends with its path.'],
  ])('cannot be at %s', async (url, message) => {
    expect(await send('POST', REMOTES, { name: 'x', url })).toMatchObject({
      status: 400,
      body: { details: [{ message, path: '/body/url' }] },
    })
  })

  it('are 404 when they do not exist', async () => {
    const body = { token: ADMIN, ...LINE }
    const input = { name: 'x', url: 'http://x.org' }
    const missing = { status: 404, body: { message: 'There is no remote with id 9999.' } }
    const none = `${REMOTES}/9999`
    expect(await send('PUT', none, input)).toMatchObject(missing)
    expect(await send('DELETE', none)).toMatchObject(missing)
    expect(await send('DELETE', `${none}/token`)).toMatchObject(missing)
    expect(await send('POST', `${none}/check`, {})).toMatchObject(missing)
    expect(await send('POST', `${none}/pull/preview`, body)).toMatchObject(missing)
    expect(await send('POST', `${none}/pull`, body)).toMatchObject(missing)
    expect((await send('DELETE', `${REMOTES}/x`)).status).toBe(400)
    expect((await send('DELETE', `${REMOTES}/x/token`)).status).toBe(400)
  })
})

describe('the token of a remote', () => {
  it('is required', async () => {
    expect(await send('POST', `${at}/check`, {})).toMatchObject({
      status: 400,
      body: { details: [{ message: 'The token of the remote is needed', path: '/body/token' }] },
    })
    expect(await send('POST', `${at}/check`, { token: 'two\r\nlines' })).toMatchObject({ status: 400 })
  })

  it('is kept only on request, when it is valid, and in memory only', async () => {
    await check({ token: ADMIN })
    expect(await list()).toMatchObject([{ hasToken: false }])
    await check({ token: '*:*.wrong', remember: true })
    expect(await list()).toMatchObject([{ hasToken: false }])
    await check({ token: ADMIN, remember: true })
    expect(await list()).toMatchObject([{ hasToken: true }])
    expect(await check({})).toMatchObject({ problem: null })
    expect((await send('DELETE', `${at}/token`)).status).toBe(204)
    expect((await send('POST', `${at}/check`, {})).status).toBe(400)
  })

  it('is never stored', async () => {
    const token = '*:*.admin-token-of-the-remote-alone'
    await check({ token, remember: true })
    const { queries } = stage.here.backend.store
    const rows = JSON.stringify([
      await queries.selectFrom('remotes').selectAll().execute(),
      await queries.selectFrom('remote_pulls').selectAll().execute(),
      await queries.selectFrom('events').selectAll().execute(),
    ])
    expect(rows).toContain('the other one')
    expect(rows).not.toContain('of-the-remote-alone')
  })

  it('is not sent to another URL', async () => {
    const elsewhere = await startRecordingServer(() => ({ status: 200, body: {} }))
    const path = await add(stage.server.url, 'moving')
    await check({ token: ADMIN, remember: true }, path)
    await send('PUT', path, { name: 'moving', url: elsewhere.url })
    expect((await send('POST', `${path}/check`, {})).status).toBe(400)
    expect(elsewhere.seen).toEqual([])
    await send('DELETE', path)
    await elsewhere.stop()
  })
})

describe('the check of a remote', () => {
  it('returns its version and its content', async () => {
    await stage.there.call(createFeature, { params: { projectId: 'default' }, body: { name: 'seen' } })
    expect(await check({ token: ADMIN })).toMatchObject({
      url: stage.server.url,
      problem: null,
      version: '7.6.5',
      versionFrom: 'ui-config',
      edition: expect.any(String) as string,
      projects: [{ id: 'default', name: 'Default', flags: 1, isHere: true }],
      environments: [
        { name: 'development', isHere: true },
        { name: 'production', isHere: true },
      ],
      flags: 1,
      unread: [],
      compatibility: { isNewer: false, changes: [], calls: [] },
    })
  })

  it('counts its tokens by kind, without their secrets', async () => {
    const { tokens } = await check({ token: ADMIN })
    expect(tokens).toEqual({
      counts: [
        { type: 'admin', environment: '*', count: 1 },
        { type: 'backend', environment: 'development', count: 1 },
        { type: 'backend', environment: 'production', count: 1 },
        { type: 'frontend', environment: 'development', count: 1 },
      ],
      findings: [
        { version: '7.0.0', count: 1, text: expect.stringContaining('cannot be created') as string },
        { version: '8.0.0', count: 1, text: expect.stringContaining('refuse admin tokens') as string },
      ],
    })
    expect(JSON.stringify(tokens)).not.toContain('secret')
  })

  it('reports a wrong token, or missing permissions', async () => {
    expect(await check({ token: '*:*.wrong' })).toMatchObject({
      problem: { code: 'wrong-token', text: 'It does not know the token (401).' },
      version: '7.6.5',
      versionFrom: 'openapi',
      projects: null,
    })
    expect(await check({ token: BACKEND })).toMatchObject({ problem: { code: 'no-rights' } })
  })

  it('names what it could not read', async () => {
    const path = await add('http://localhost:1', 'partly')
    const partly = await startRecordingServer(({ path: asked }) =>
      asked === '/api/admin/ui-config'
        ? { status: 200, body: { version: '5.6.1' } }
        : { status: asked === '/api/admin/projects' ? 404 : 403, body: {} },
    )
    await send('PUT', path, { name: 'partly', url: partly.url })
    const found = await check({ token: 'x' }, path)
    expect(found).toMatchObject({
      problem: null,
      version: '5.6.1',
      projects: null,
      flags: null,
      tokens: null,
    })
    expect(found.unread.map(({ what, problem }) => [what, problem.code])).toEqual([
      ['projects', 'not-found'],
      ['environments', 'no-rights'],
      ['API tokens', 'no-rights'],
    ])
    await partly.stop()
  })

  it('names the requests that another version rejects', async () => {
    await stage.here.call(getAllClientFeatures, { token: ADMIN })
    const newer = await startRecordingServer(() => ({ status: 200, body: { version: '8.2.0' } }))
    const found = await check({ token: 'x' }, await add(newer.url))
    expect(found.compatibility).toMatchObject({
      isNewer: true,
      operations: expect.arrayContaining([
        expect.objectContaining({ operationId: 'getCustomMetrics', reason: 'removed', version: '8.1.0' }),
      ]) as unknown,
      changes: expect.arrayContaining([expect.objectContaining({ id: 'strict-token-kinds-v8' })]) as unknown,
      calls: expect.arrayContaining([
        expect.objectContaining({
          id: 'strict-token-kinds-v8',
          verdict: 'refused',
          version: '8.0.0',
          callers: 1,
          count: 1,
        }),
      ]) as unknown,
    })
    await newer.stop()
  })
})

describe('pulling the flags of a remote', () => {
  it('is looked at, decided and done (remote-pull.contract.test.ts)', async () => {
    await stage.here.call(createFeature, {
      params: { projectId: 'default' },
      body: { name: 'seen', description: 'otherwise' },
    })
    const body = { token: ADMIN, ...LINE }
    expect(await send('POST', `${at}/pull/preview`, body)).toMatchObject({
      status: 200,
      body: { conflicts: 1 },
    })
    expect((await send('POST', `${at}/pull`, body)).status).toBe(409)
    expect(await send('POST', `${at}/pull`, { ...body, conflicts: 'theirs' })).toMatchObject({
      status: 200,
      body: { changed: ['seen'] },
    })
  })
})
