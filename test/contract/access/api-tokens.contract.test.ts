import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addProject } from '#support/stages/projects.ts'
import { ADMIN, BACKEND, FRONTEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import {
  getAllApiTokens,
  deleteApiToken,
  getApiTokensByName,
  updateApiToken,
  createApiToken,
} from '#shared/access/contract/api-tokens.ts'
import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { getFrontendFeatures } from '#shared/clients/contract/frontend-api.ts'

const TOKENS = '/api/admin/api-tokens'
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({
    env: { UNLEASH_API_TOKENS_LIMIT: '30' },
    users: [
      { username: 'viewer', roles: ['Viewer'] },
      { username: 'editor', roles: ['Editor'] },
      {
        username: 'frontender',
        permissions: [{ permission: 'READ_FRONTEND_API_TOKEN' }, { permission: 'CREATE_FRONTEND_API_TOKEN' }],
      },
    ],
  })
})
afterAll(() => app.stop())

const create = (body: unknown, as?: string) => app.call('POST', TOKENS, { body, ...(as ? { as } : {}) })
const messages = (body: unknown) =>
  (body as { details: { message: string }[] }).details.map((one) => one.message)
const secretOf = async (body: object) => ((await create(body)).body as { secret: string }).secret
const namesSeenBy = async (as: string) => {
  const { body } = await app.call(getAllApiTokens, { as })
  return [...new Set(body.tokens.map((one) => one.type))].sort()
}

describe('creating an API token', () => {
  it.each([
    [
      { type: 'backend', environment: 'development', projects: ['default'] },
      /^default:development\.[0-9a-f]{56}$/,
      'backend',
    ],
    [{ type: 'CLIENT', environment: 'production' }, /^\*:production\.[0-9a-f]{56}$/, 'client'],
    [{ type: 'frontend', projects: ['*'] }, /^\*:development\.[0-9a-f]{56}$/, 'frontend'],
  ])('%j', async (body, secret, type) => {
    const answer = await create({ tokenName: 'one', ...body })
    expect(answer).toMatchObject({
      status: 201,
      headers: { location: 'api-tokens' },
      body: { tokenName: 'one', type, alias: null },
    })
    expect((answer.body as { secret: string }).secret).toMatch(secret)
  })

  it('stores an expiry', async () => {
    const { body } = await create({
      tokenName: 'two',
      type: 'frontend',
      expiresAt: '2099-01-01T01:00:00+01:00',
    })
    expect(body).toMatchObject({ expiresAt: '2099-01-01T00:00:00.000Z' })
  })

  it.each([
    [
      { tokenName: 'x', type: 'admin' },
      'The `/body/type` property must match pattern "^([Cc][Ll][Ii][Ee][Nn][Tt]|[Bb][Aa][Cc][Kk][Ee][Nn][Dd]|[Ff][Rr][Oo][Nn][Tt][Ee][Nn][Dd])$". You sent "admin".',
    ],
    [
      { username: 'old', type: 'backend' },
      'The `/body/tokenName` property is required. It was not present on the data you sent.',
    ],
    [
      { tokenName: 'x', type: 'backend', environment: '*' },
      'Client token cannot be scoped to all environments',
    ],
    [
      { tokenName: 'x', type: 'frontend', environment: '*' },
      'Frontend token cannot be scoped to all environments',
    ],
    [{ tokenName: 'x', type: 'backend', environment: 'nope' }, 'Environment=nope does not exist'],
    [{ tokenName: 'x', type: 'backend', projects: ['default', 'nope'] }, 'Project=nope does not exist'],
    [
      { tokenName: 'x', type: 'backend', projects: [] },
      '"projects" must contain at least 1 items. You provided [].',
    ],
  ])('refuses %j', async (body, message) => {
    const answer = await create(body)
    expect(answer.status).toBe(400)
    expect(messages(answer.body)).toContain(message)
  })

  it('needs the permission for the kind of token', async () => {
    expect((await create({ tokenName: 'x', type: 'frontend' }, 'frontender')).status).toBe(201)
    expect(await create({ tokenName: 'x', type: 'backend' }, 'frontender')).toMatchObject({
      status: 403,
      body: { permissions: ['ADMIN', 'CREATE_CLIENT_API_TOKEN'] },
    })
    expect((await create({ tokenName: 'x', type: 'backend' }, 'editor')).status).toBe(403)
  })

  it('stops at the limit', async () => {
    for (let i = 0; i < 30; i++) await create({ tokenName: `many-${i}`, type: 'backend' })
    expect(await create({ tokenName: 'one more', type: 'backend' })).toMatchObject({
      status: 400,
      body: {
        name: 'ExceedsLimitError',
        message: "Failed to create api token. You can't create more than the established limit of 30.",
      },
    })
    const { body } = await app.call(getAllApiTokens)
    for (const { tokenName, secret } of body.tokens) {
      if (tokenName.startsWith('many-')) await app.call(deleteApiToken, { params: { token: secret } })
    }
  })
})

describe('reading API tokens', () => {
  it('shows each kind to callers with its permission, and none to a Viewer', async () => {
    const { body } = await app.call(getAllApiTokens)
    expect([...new Set(body.tokens.map((one) => one.type))].sort()).toEqual(['admin', 'client', 'frontend'])
    expect(await namesSeenBy('editor')).toEqual(['client', 'frontend'])
    expect(await namesSeenBy('frontender')).toEqual(['frontend'])
    expect((await app.call(getAllApiTokens, { as: 'viewer' })).status).toBe(403)
  })

  it('finds tokens by name, and returns an empty list for an unknown name', async () => {
    await create({ tokenName: 'same name', type: 'backend' })
    await create({ tokenName: 'same name', type: 'frontend' })
    const { body } = await app.call(getApiTokensByName, { params: { name: 'same name' } })
    expect(body).toMatchObject({ tokens: [{ tokenName: 'same name' }, { tokenName: 'same name' }] })
    expect((await app.call(getApiTokensByName, { params: { name: 'nope' } })).body).toEqual({ tokens: [] })
    expect(
      (await app.call(getApiTokensByName, { params: { name: 'same name' }, as: 'frontender' })).body,
    ).toMatchObject({
      tokens: [{ type: 'frontend' }],
    })
  })
})

describe('the life of an API token', () => {
  it('works at once, and is rejected from the request after its deletion', async () => {
    const secret = await secretOf({ tokenName: 'short life', type: 'backend' })
    expect((await app.call(getAllClientFeatures, { token: secret })).status).toBe(200)
    expect(await app.call(deleteApiToken, { params: { token: secret } })).toMatchObject({
      status: 200,
      text: '',
    })
    expect((await app.call(getAllClientFeatures, { token: secret })).status).toBe(401)
    expect((await app.call(deleteApiToken, { params: { token: secret } })).status).toBe(200)
  })

  it('ends with its expiry, which can be changed', async () => {
    const secret = await secretOf({
      tokenName: 'expires',
      type: 'backend',
      expiresAt: '2026-11-21T12:00:10.000Z',
    })
    const use = () => app.call(getAllClientFeatures, { token: secret })
    expect((await use()).status).toBe(200)
    app.clock.advance(10_000)
    expect((await use()).status).toBe(401)
    const update = await app.call(updateApiToken, {
      params: { token: secret },
      body: { expiresAt: '2098-01-01T00:00:00.000Z' },
    })
    expect(update).toMatchObject({ status: 200, text: '' })
    expect((await use()).status).toBe(200)
  })

  it('needs an expiry in the update, and an unknown token is no error', async () => {
    expect(await app.call('PUT', `${TOKENS}/${BACKEND}`, { body: {} })).toMatchObject({ status: 400 })
    expect(
      (
        await app.call(updateApiToken, {
          params: { token: 'nope' },
          body: { expiresAt: '2098-01-01T00:00:00.000Z' },
        })
      ).status,
    ).toBe(200)
  })

  it('keeps its secret out of the event log', async () => {
    const secret = await secretOf({ tokenName: 'logged', type: 'backend' })
    const { text } = await app.call(searchEvents, { query: { type: 'IS:api-token-created', limit: '1' } })
    expect(text).toContain('"tokenName":"logged"')
    expect(text).not.toContain(secret)
    expect(text).not.toContain(ADMIN)
  })
})

describe('an admin token', () => {
  const adminsOf = async () => {
    const { body } = await app.call(getAllApiTokens)
    return body.tokens.filter(({ type }) => type === 'admin')
  }
  /** Makes one as a port that answers as a version before 7 does. */
  const createAdmin = async () => {
    const six = await startBackend({ contract: '6' })
    const made = await six.call(createApiToken, { body: { tokenName: 'automation', type: 'admin' } })
    return { six, secret: made.body.secret }
  }

  it('is listed under a name that does not authenticate, and its secret is not stored', async () => {
    const [listed] = await adminsOf()
    expect(listed?.secret).toMatch(/^\*:\*\.hidden-[0-9a-f]{16}$/)
    expect((await app.call(getAllApiTokens, { token: listed?.secret ?? '' })).status).toBe(401)
    const rows = await app.backend.store.queries.selectFrom('api_tokens').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(ADMIN)
    expect(JSON.stringify(rows)).toContain(BACKEND)
  })

  it.each(['its secret', 'the name that it is listed by'])(
    'gets an expiry and is deleted by %s',
    async (by) => {
      const { six, secret } = await createAdmin()
      const { body } = await six.call(getApiTokensByName, { params: { name: 'automation' } })
      const [{ secret: name = '' } = {}] = body.tokens
      expect(name).not.toBe(secret)
      const handle = `${TOKENS}/${by === 'its secret' ? secret : name}`
      const use = async () => (await six.call(getAllApiTokens, { token: secret })).status
      expect(await use()).toBe(200)
      const expiresAt = '2026-11-21T13:00:00.000Z'
      expect((await six.call('PUT', handle, { body: { expiresAt } })).status).toBe(200)
      expect(await use()).toBe(200)
      six.clock.advance(3_600_000)
      expect(await use()).toBe(401)
      expect((await six.call('DELETE', handle)).status).toBe(200)
      const left = await six.call(getApiTokensByName, { params: { name: 'automation' } })
      expect(left.body).toEqual({ tokens: [] })
      await six.stop()
    },
  )
})

describe('the scope of an API token', () => {
  const flagsOf = async (token: string) => {
    const { body } = await app.call(getAllClientFeatures, { token })
    return (body as { features: { name: string }[] }).features.map((one) => one.name).sort()
  }

  it('is one project, several, or all', async () => {
    for (const project of ['shop', 'bank']) await addProject(app, project)
    for (const project of ['default', 'shop', 'bank'])
      await app.call(createFeature, { params: { projectId: project }, body: { name: `of-${project}` } })
    const made = await create({ tokenName: 'both', type: 'backend', projects: ['shop', 'bank', 'shop'] })
    expect(made.body).toMatchObject({
      project: '[]',
      projects: ['shop', 'bank'],
      secret: expect.stringMatching(/^\[\]:development\.[0-9a-f]{56}$/) as string,
    })
    expect(await flagsOf((made.body as { secret: string }).secret)).toEqual(['of-bank', 'of-shop'])
    const one = await secretOf({ tokenName: 'one', type: 'backend', projects: ['bank'] })
    expect(await flagsOf(one)).toEqual(['of-bank'])
    const all = await secretOf({ tokenName: 'all', type: 'backend', projects: ['bank', '*'] })
    expect(await flagsOf(all)).toEqual(['of-bank', 'of-default', 'of-shop'])
  })

  it('is one environment', async () => {
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'switched' } })
    await app.call(toggleFeatureEnvironmentOn, {
      params: { projectId: 'default', featureName: 'switched', environment: 'production' },
    })
    const isOn = async (environment: string) => {
      const token = await secretOf({ tokenName: environment, type: 'frontend', environment })
      const { body } = await app.call(getFrontendFeatures, { token })
      return (body as { toggles: { name: string }[] }).toggles.some((one) => one.name === 'switched')
    }
    expect([await isOn('production'), await isOn('development')]).toEqual([true, false])
  })

  it.each([
    ['/api/client/features', FRONTEND],
    ['/api/frontend', BACKEND],
    ['/api/admin/projects', BACKEND],
    ['/api/admin/projects', FRONTEND],
  ])('%s rejects a token of another kind', async (path, token) => {
    expect(await app.call('GET', path, { token })).toMatchObject({
      status: 403,
      body: { message: 'invalid token: expected a different token type for this endpoint' },
    })
  })
})

describe('the last use of an API token', () => {
  it('is in the list of tokens', async () => {
    const secret = await secretOf({ tokenName: 'used', type: 'backend' })
    const seenAt = async () => {
      const { body } = await app.call(getApiTokensByName, { params: { name: 'used' } })
      return body.tokens[0]?.seenAt
    }
    expect(await seenAt()).toBeNull()
    app.clock.advance(5_000)
    await app.call(getAllClientFeatures, { token: secret })
    expect(await seenAt()).toBe(app.clock.now().toISOString())
  })
})

describe('a Viewer', () => {
  it('may not read API tokens, not even by name, nor create, change or delete one', async () => {
    const as = 'viewer'
    const answers = [
      await app.call(getAllApiTokens, { as }),
      await app.call(getApiTokensByName, { params: { name: 'admin' }, as }),
      await create({ tokenName: 'x', type: 'backend' }, as),
      await app.call(updateApiToken, {
        params: { token: BACKEND },
        as,
        body: { expiresAt: '2098-01-01T00:00:00.000Z' },
      }),
      await app.call(deleteApiToken, { params: { token: BACKEND }, as }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    for (const { text } of answers) expect(text).not.toContain(BACKEND)
  })
})
