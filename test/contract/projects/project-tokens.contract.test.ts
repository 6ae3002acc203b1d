import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { addProject } from '#support/stages/projects.ts'
import { ADMIN, BACKEND_PRODUCTION, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { createApiToken, getAllApiTokens } from '#shared/access/contract/api-tokens.ts'
import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'

interface Token {
  secret: string
  tokenName: string
  type: string
}
let app: TestBackend
let count = 0
let tokenName: string

beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'owner', roles: ['Viewer', 'Owner'], project: 'shop' },
      { username: 'viewer', roles: ['Viewer'] },
      { username: 'reader', permissions: [{ permission: 'READ_PROJECT_API_TOKEN' }], project: 'shop' },
      { username: 'creator', permissions: [{ permission: 'CREATE_PROJECT_API_TOKEN' }], project: 'shop' },
      { username: 'deleter', permissions: [{ permission: 'DELETE_PROJECT_API_TOKEN' }], project: 'shop' },
    ],
  })
  await addProject(app, 'shop')
  await addProject(app, 'bank')
  await addProject(app, 'closed')
  await app.backend.store.queries
    .updateTable('projects')
    .set({ archived_at: '2026-11-21T12:00:00.000Z' })
    .where('id', '=', 'closed')
    .execute()
  for (const project of ['shop', 'bank'])
    await app.call(createFeature, { params: { projectId: project }, body: { name: `${project}-flag` } })
})
beforeEach(() => {
  tokenName = `token-${count++}`
})
afterAll(() => app.stop())

const of = (project: string) => `/api/admin/projects/${project}/api-tokens`
const who = (as?: string) => (as === undefined ? {} : { as })
const post = (body: object = {}, { project = 'shop', as }: { project?: string; as?: string } = {}) =>
  app.call('POST', of(project), { body: { tokenName, type: 'backend', ...body }, ...who(as) })
const create = async (project = 'shop') => ((await post({}, { project })).body as Token).secret
/** A token made among those of the instance, for any projects. */
const createFor = async (...projects: string[]) => {
  const { body } = await app.call(createApiToken, { body: { tokenName, type: 'backend', projects } })
  return (body as Token).secret
}
const list = async (project = 'shop', as?: string) => {
  const { body } = await app.call('GET', of(project), who(as))
  return (body as { tokens: Token[] }).tokens.map((token) => token.secret)
}
const remove = (secret: string, { project = 'shop', as }: { project?: string; as?: string } = {}) =>
  app.call('DELETE', `${of(project)}/${encodeURIComponent(secret)}`, who(as))
const flagsOf = async (token: string) => {
  const { status, body } = await app.call(getAllClientFeatures, { token })
  return status === 200 ? (body as { features: { name: string }[] }).features.map((one) => one.name) : status
}
const detailsOf = (body: unknown) => (body as { details: { message: string; path?: string }[] }).details

describe('creating a token of a project', () => {
  it('creates one for this project only, whatever the body says', async () => {
    const answer = await post({ projects: ['bank'], project: 'bank', expiresAt: '2099-01-01T00:00:00.000Z' })
    expect(answer).toMatchObject({
      status: 201,
      headers: { location: 'api-tokens' },
      body: {
        tokenName,
        type: 'backend',
        environment: 'development',
        project: 'shop',
        projects: ['shop'],
        expiresAt: '2099-01-01T00:00:00.000Z',
        alias: null,
        seenAt: null,
      },
    })
    const { secret } = answer.body as Token
    expect(secret).toMatch(/^shop:development\.[0-9a-f]{56}$/)
    expect(await flagsOf(secret)).toEqual(['shop-flag'])
    const { body, text } = await app.call(searchEvents, {
      query: { type: 'IS:api-token-created', limit: '1' },
    })
    expect(body).toMatchObject({
      events: [{ project: 'shop', environment: 'development', data: { tokenName } }],
    })
    expect(text).not.toContain(secret)
  })

  it.each([
    [{ type: 'admin' }, 'The `/body/type` property must match pattern', '/body/type'],
    [{ tokenName: '' }, 'must NOT have fewer than 1 characters', '/body/tokenName'],
    [{ environment: '*' }, 'Client token cannot be scoped to all environments', '/body/environment'],
    [{ environment: 'nope' }, 'Environment=nope does not exist', '/body/environment'],
    [{ expiresAt: 'never' }, 'must match format "date-time"', '/body/expiresAt'],
  ])('rejects %j', async (part, message, path) => {
    const { status, body } = await post(part)
    expect(status).toBe(400)
    expect(detailsOf(body)[0]).toMatchObject({ message: expect.stringContaining(message) as string, path })
  })

  it('needs an existing project that is not archived', async () => {
    for (const project of ['nope', 'closed'])
      expect(await post({}, { project })).toMatchObject({
        status: 404,
        body: { message: `Active project with id ${project} does not exist` },
      })
  })
})

describe('the tokens of a project', () => {
  it('are all in its scope: its own, those of several projects, those of all', async () => {
    const own = await create()
    const several = await createFor('bank', 'shop')
    const all = await createFor('*')
    const foreign = await create('bank')
    const secrets = await list()
    const adminName = expect.stringMatching(/^\*:\*\.hidden-/) as string
    expect(secrets).toEqual(expect.arrayContaining([own, several, all, BACKEND_PRODUCTION, adminName]))
    expect(secrets).not.toContain(foreign)
    expect(await list('bank')).toEqual(expect.arrayContaining([foreign, several, all]))
    expect(await list('bank')).not.toContain(own)
  })

  it('need the permission in the project, and the admin token is shown to Admins only', async () => {
    const own = await create()
    for (const as of ['owner', 'reader']) {
      const secrets = await list('shop', as)
      expect(secrets).toContain(own)
      expect(secrets.filter((secret) => secret.startsWith('*:*.'))).toEqual([])
      expect((await app.call('GET', of('bank'), { as })).status).toBe(403)
    }
    for (const as of ['viewer', 'creator', 'deleter'])
      expect((await app.call('GET', of('shop'), { as })).status).toBe(403)
  })

  it('need an existing project', async () => {
    expect(await app.call('GET', of('nope'))).toMatchObject({
      status: 404,
      body: { name: 'NotFoundError', message: 'No project found' },
    })
    expect(Array.isArray(await list('closed'))).toBe(true)
  })
})

describe('deleting a token of a project', () => {
  it('rejects it at once', async () => {
    const secret = await create()
    expect(await flagsOf(secret)).toEqual(['shop-flag'])
    expect(await remove(secret)).toMatchObject({ status: 200, text: '' })
    expect(await flagsOf(secret)).toBe(401)
    const { body } = await app.call(searchEvents, { query: { type: 'IS:api-token-deleted', limit: '1' } })
    expect(body).toMatchObject({ events: [{ project: 'shop', preData: { tokenName } }] })
    expect((await remove(secret)).status).toBe(404)
  })

  it('is rejected for one that opens other projects too', async () => {
    for (const secret of [await createFor('bank', 'shop'), await createFor('*'), ADMIN]) {
      const { status, body } = await remove(secret)
      expect(status).toBe(400)
      expect(detailsOf(body)[0]).toMatchObject({
        message: expect.stringContaining('is not for project shop alone') as string,
        path: '/params/token',
      })
      expect(await flagsOf(secret)).not.toBe(401)
    }
  })

  it('is 404 for one of another project, or an unknown one', async () => {
    const foreign = await create('bank')
    for (const answer of [
      await remove(foreign),
      await remove('nope'),
      await remove(foreign, { project: 'nope' }),
    ])
      expect(answer).toMatchObject({ status: 404, body: { name: 'NotFoundError' } })
    expect(await flagsOf(foreign)).toEqual(['bank-flag'])
  })
})

describe('the permissions for tokens', () => {
  it('are separate for each action, in the project', async () => {
    const secret = await create()
    const foreign = await create('bank')
    for (const as of ['viewer', 'reader', 'deleter']) expect((await post({}, { as })).status).toBe(403)
    for (const as of ['viewer', 'reader', 'creator']) expect((await remove(secret, { as })).status).toBe(403)
    expect((await post({}, { as: 'creator', project: 'bank' })).status).toBe(403)
    expect((await remove(foreign, { as: 'deleter', project: 'bank' })).status).toBe(403)
    expect((await remove(foreign, { as: 'deleter' })).status).toBe(404)
    expect((await post({}, { as: 'creator' })).status).toBe(201)
    expect((await remove(secret, { as: 'deleter' })).status).toBe(200)
    expect((await post({ tokenName: 'of the owner' }, { as: 'owner' })).status).toBe(201)
  })

  it('of a project give none over tokens of the instance', async () => {
    for (const as of ['owner', 'reader']) expect((await app.call(getAllApiTokens, { as })).status).toBe(403)
  })
})
