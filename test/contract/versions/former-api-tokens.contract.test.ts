import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createLogger } from '#kernel/logger.ts'
import { toAppError } from '#transport/http/error-reply.ts'
import { freePort } from '#support/runner/free-port.ts'
import { ADMIN, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { startVersions } from '#support/service/start-versions.ts'
import { createApiToken, getAllApiTokens, deleteApiToken } from '#shared/access/contract/api-tokens.ts'
import { getUsers } from '#shared/access/contract/users.ts'
import { getMe } from '#shared/access/contract/sessions.ts'
import { createProjectApiToken } from '#shared/projects/contract/project-tokens.ts'
import { getEvents } from '#shared/audit/contract/events.ts'
import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'

/** docs/contract/versions.md#no-admin-tokens: up to version 6 an Admin could create admin tokens through the API. */
const TOKENS = '/api/admin/api-tokens'
const { as, start, stop } = startVersions({
  env: { UNLEASH_API_TOKENS_LIMIT: '20' },
  users: [
    { username: 'admin too', roles: ['Admin'] },
    { username: 'editor', roles: ['Editor'] },
    {
      username: 'tokener',
      permissions: [{ permission: 'CREATE_CLIENT_API_TOKEN' }, { permission: 'CREATE_FRONTEND_API_TOKEN' }],
    },
  ],
})
beforeAll(() => start('4', '6', '7', '8'))
afterAll(() => stop())

interface Token {
  secret: string
  tokenName: string
  type: string
}
const create = (app: TestBackend, body: object, by?: string) =>
  app.call(createApiToken, {
    body: { tokenName: 'automation', type: 'admin', ...body },
    ...(by ? { as: by } : {}),
  })
const secretOf = async (app: TestBackend, body: object = {}) =>
  ((await create(app, body)).body as Token).secret
const tokensOf = async (app: TestBackend) =>
  ((await app.call(getAllApiTokens)).body as { tokens: Token[] }).tokens
const doorOf = async (app: TestBackend, token: string) => (await app.call(getUsers, { token })).status

describe.each(['4', '6'])('an admin token created by the API of version %s', (version) => {
  it.each([
    ['as such', {}],
    ['in any letter case', { type: 'ADMIN' }],
    ['for all that it is for anyway', { environment: '*', projects: ['*'] }],
    ['under its name of old', { tokenName: undefined, username: 'automation' }],
  ])('is created %s, with all permissions', async (_words, body) => {
    const app = await as(version)
    const created = await create(app, body, 'admin too')
    expect(created).toMatchObject({
      status: 201,
      headers: { location: 'api-tokens' },
      body: {
        tokenName: 'automation',
        username: 'automation',
        type: 'admin',
        environment: '*',
        project: '*',
        projects: ['*'],
        expiresAt: null,
        secret: expect.stringMatching(/^\*:\*\.[0-9a-f]{56}$/) as string,
      },
    })
    const { secret } = created.body as Token
    expect(await doorOf(app, secret)).toBe(200)
    expect((await app.call(getMe, { token: secret })).body).toMatchObject({
      user: { type: 'admin', permissions: ['ADMIN'] },
    })
    expect((await tokensOf(app)).map((one) => one.secret)).not.toContain(secret)
  })

  it('is rejected for callers who are not Admins', async () => {
    const app = await as(version)
    const before = await tokensOf(app)
    for (const by of ['editor', 'tokener']) expect((await create(app, {}, by)).status, by).toBe(403)
    expect((await create(app, {}, 'tokener')).body).toMatchObject({ permissions: ['ADMIN'] })
    expect((await app.call('POST', TOKENS, { token: null, body: {} })).status).toBe(401)
    expect(await tokensOf(app)).toEqual(before)
    expect((await create(app, { type: 'frontend' }, 'tokener')).status, 'its own kinds').toBe(201)
  })

  it.each([
    ['one environment', { environment: 'development' }, 'environment'],
    ['one project', { projects: ['default'] }, 'projects'],
    ['a project beside all', { projects: ['*', 'default'] }, 'projects'],
    ['no project', { projects: [] }, 'projects'],
  ])('is rejected for %s, to which it could not be limited', async (_words, body, field) => {
    const app = await as(version)
    const before = await tokensOf(app)
    const { status, text } = await create(app, body)
    expect(status).toBe(400)
    expect(text).toContain(`"path":"/body/${field}"`)
    expect(await tokensOf(app)).toEqual(before)
  })

  it('is rejected for one project, also for callers with that permission', async () => {
    const app = await as(version)
    const body = { tokenName: 'x', type: 'admin' }
    expect((await app.call(createProjectApiToken, { params: { projectId: 'default' }, body })).status).toBe(
      400,
    )
  })

  it('is rejected after its deletion, and after its expiry', async () => {
    const app = await as(version)
    const secret = await secretOf(app)
    expect((await app.call(deleteApiToken, { params: { token: secret }, as: 'editor' })).status).toBe(403)
    expect(await doorOf(app, secret)).toBe(200)
    expect((await app.call(deleteApiToken, { params: { token: secret } })).status).toBe(200)
    expect(await doorOf(app, secret)).toBe(401)
    const expiresAt = new Date(app.clock.now().getTime() + 10_000).toISOString()
    const short = await secretOf(app, { expiresAt })
    expect(await doorOf(app, short)).toBe(200)
    app.clock.advance(10_000)
    expect(await doorOf(app, short)).toBe(401)
  })

  it('is in the event log without its secret, and can create others', async () => {
    const app = await as(version)
    const first = await secretOf(app, { tokenName: 'first' })
    const body = { tokenName: 'second', type: 'admin' }
    const second = await app.call(createApiToken, { token: first, body })
    expect(second.status).toBe(201)
    const { text } = await app.call(getEvents)
    for (const name of ['first', 'second']) expect(text).toContain(`"tokenName":"${name}"`)
    expect(text).not.toContain(first)
    expect(text).not.toContain((second.body as Token).secret)
  })

  it('is in the OpenAPI document of the version', async () => {
    const { text } = await (await as(version)).call('GET', '/docs/openapi.json')
    const document = JSON.parse(text) as {
      paths: Record<string, { post: { operationId: string; deprecated?: boolean } }>
      components: { schemas: Record<string, { properties: Record<string, { pattern?: string }> }> }
    }
    expect(document.paths[TOKENS]?.post.operationId).toBe('createApiToken')
    expect(document.paths[TOKENS]?.post.deprecated).toBeUndefined()
    const { createApiTokenSchema, createProjectApiTokenSchema } = document.components.schemas
    expect(createApiTokenSchema?.properties['type']?.pattern).toContain('[Aa][Dd][Mm][Ii][Nn]')
    expect(createProjectApiTokenSchema?.properties['type']?.pattern).not.toContain('[Aa][Dd]')
  })
})

it('counts as any other token', async () => {
  const app = await as('6')
  const free = 20 - (await tokensOf(app)).length
  for (let i = 0; i < free; i++) expect((await create(app, { tokenName: `many-${i}` })).status).toBe(201)
  expect(await create(app, {})).toMatchObject({ status: 400, body: { name: 'ExceedsLimitError' } })
  for (const { tokenName, secret } of await tokensOf(app))
    if (tokenName.startsWith('many-')) await app.call(deleteApiToken, { params: { token: secret } })
})

describe.each(['7', '8'])('in version %s', (version) => {
  it('an admin token is not created by the API or by the window', async () => {
    const app = await as(version)
    const before = await tokensOf(app)
    const { status, text } = await create(app, {}, 'admin too')
    expect(status).toBe(400)
    expect(text).toContain('[Ff][Rr][Oo][Nn][Tt][Ee][Nn][Dd])$\\". You sent \\"admin\\".')
    const logger = createLogger('silent')
    const window = app.backend.appRouter.createCaller({
      ...(await app.backend.windowContext()),
      toAppError: (error) => toAppError(error, logger, 'r'),
    })
    const body = { tokenName: 'x', type: 'admin' }
    await expect(window.createApiToken({ body })).rejects.toThrow('invalid data')
    await window.createApiToken({ body: { ...body, type: 'client' } })
    before.push(expect.objectContaining({ tokenName: 'x', type: 'client' }) as Token)
    const after = await tokensOf(app)
    expect(after).toHaveLength(before.length)
    expect(after).toEqual(expect.arrayContaining(before))
    expect((await app.call('GET', '/docs/openapi.json')).text).not.toContain('[Aa][Dd][Mm][Ii][Nn]')
  })
})

it('an admin token created on a port with 6 is valid on the ports of 7 and 8, and revoked there', async () => {
  const [six, eight] = [await freePort(), await freePort()]
  const app = await startBackend({ env: { HALYARD_LISTENERS: `${six}=6,${eight}=8` } })
  await app.backend.listen(0)
  const ask = (port: number, path: string, token: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      ...init,
      headers: { authorization: token, 'content-type': 'application/json', connection: 'close' },
    })
  const made = await ask(six, TOKENS, ADMIN, {
    method: 'POST',
    body: JSON.stringify({ username: 'automation', type: 'admin' }),
  })
  expect(made.status).toBe(201)
  const { secret } = (await made.json()) as Token
  expect(await doorOf(app, secret)).toBe(200)
  // its permissions on a port are those of any admin token there (docs/contract/clients.md#token-acceptance)
  expect((await app.call(getAllClientFeatures, { token: secret })).status).toBe(200)
  expect((await ask(eight, '/api/client/features', secret)).status).toBe(403)
  expect((await ask(eight, '/api/admin/user-admin', secret)).status).toBe(200)
  expect((await app.call(deleteApiToken, { params: { token: secret } })).status).toBe(200)
  for (const port of [six, eight])
    expect((await ask(port, '/api/admin/user-admin', secret)).status, String(port)).toBe(401)
  await app.stop()
})
