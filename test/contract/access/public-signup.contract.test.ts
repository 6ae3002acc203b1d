import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import {
  updatePublicSignupToken,
  validatePublicSignupToken,
  addPublicSignupTokenUser,
  getPublicSignupToken,
  getAllPublicSignupTokens,
} from '#shared/access/contract/public-signup.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'
import { getProfile } from '#shared/access/contract/profile.ts'

const TOKENS = '/api/admin/invite-link/tokens'
const GOOD = 'Str0ng-Passw0rd-55'
const DAY = 86_400_000
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({
    rateLimits: { perMinute: {} },
    users: [{ username: 'viewer', roles: ['Viewer'] }],
  })
})
afterAll(() => app.stop())

interface Link {
  secret: string
  users: object[]
}
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * DAY).toISOString()
const create = (body: object) => app.call('POST', TOKENS, { body: { name: 'welcome', ...body } })
const newLink = async (days = 7) => (await create({ expiresAt: inDays(days) })).body as Link
const put = (secret: string, body: object) =>
  app.call(updatePublicSignupToken, { params: { token: secret }, body })
const validate = (secret: string) =>
  app.call(validatePublicSignupToken, { params: { token: secret }, token: null })
const signUp = (secret: string, body: object) =>
  app.call(addPublicSignupTokenUser, {
    params: { token: secret },
    token: null,
    body: { name: 'New', email: 'new@example.com', password: GOOD, ...body },
  })
const message = (body: unknown) => (body as { details: { message: string }[] }).details[0]?.message

describe('an invite link', () => {
  it('is valid for a month at most', async () => {
    const answer = await create({ expiresAt: '2099-01-01T00:00:00.000Z' })
    const { secret } = answer.body as Link
    expect(secret).toMatch(/^[0-9a-f]{32}$/)
    expect(answer).toMatchObject({ status: 201, headers: { location: `tokens/${secret}` } })
    const monthLater = app.clock.now().toISOString().replace('-11-', '-12-')
    expect(answer.body).toEqual({
      secret,
      name: 'welcome',
      url: expect.stringMatching(new RegExp(`^http://localhost:\\d+/new-user\\?invite=${secret}$`)) as string,
      enabled: true,
      expiresAt: monthLater,
      createdAt: app.clock.now().toISOString(),
      createdBy: 'admin',
      role: expect.objectContaining({ id: 3, name: 'Viewer', type: 'root' }) as object,
      users: [],
    })
    expect((await app.call(getPublicSignupToken, { params: { token: secret } })).body).toEqual(answer.body)
    expect((await app.call(getAllPublicSignupTokens)).body).toEqual({ tokens: [answer.body] })
    const sooner = inDays(3)
    expect((await put(secret, { expiresAt: sooner })).body).toMatchObject({ expiresAt: sooner })
    expect((await put(secret, { expiresAt: '2099-01-01T00:00:00.000Z' })).body).toMatchObject({
      expiresAt: monthLater,
    })
  })

  it('that is unknown is 404', async () => {
    expect((await app.call(getPublicSignupToken, { params: { token: 'nope' } })).status).toBe(404)
    expect((await put('nope', { enabled: false })).status).toBe(404)
  })

  it.each([
    [{ expiresAt: '2020-01-01T00:00:00.000Z' }, 'The expiry date should be in future.'],
    [{}, 'The `/body/expiresAt` property is required. It was not present on the data you sent.'],
    [
      { name: ' ', expiresAt: '2099-01-01T00:00:00.000Z' },
      'The `/body/name` property must NOT have fewer than 1 characters. You sent "".',
    ],
  ])('is not created from %j', async (body, text) => {
    const answer = await create(body)
    expect([answer.status, message(answer.body)]).toEqual([400, text])
  })

  it('is rejected while it is disabled, expired or unknown', async () => {
    const { secret } = await newLink(7)
    const refused = { status: 400, body: { details: [{ path: '/params/token' }] } }
    expect(await validate(secret)).toMatchObject({ status: 200, text: '' })
    await put(secret, { enabled: false })
    expect(await validate(secret)).toMatchObject(refused)
    expect(await signUp(secret, {})).toMatchObject(refused)
    await put(secret, { enabled: true })
    expect((await validate(secret)).status).toBe(200)
    app.clock.advance(7 * DAY)
    expect(await validate(secret)).toMatchObject(refused)
    expect(await signUp(secret, {})).toMatchObject(refused)
    expect(await validate('nope')).toMatchObject(refused)
    const other = await newLink()
    await put(other.secret, { expiresAt: '2020-01-01T00:00:00.000Z' })
    expect(await validate(other.secret)).toMatchObject(refused)
  })

  it('keeps its secret out of the event log', async () => {
    const { secret } = await newLink()
    await put(secret, { enabled: false })
    const { text } = await app.call(searchEvents, { query: { limit: '20' } })
    expect(text).toContain('public-signup-token-updated')
    expect(text).not.toContain(secret)
  })
})

describe('signing up', () => {
  it('creates a Viewer who can sign in and is listed with the link', async () => {
    const { secret } = await newLink()
    const answer = await signUp(secret, { username: 'newcomer' })
    expect(answer).toMatchObject({
      status: 201,
      body: { name: 'New', email: 'new@example.com', username: 'newcomer', rootRole: 3 },
    })
    const { id } = answer.body
    expect((await app.call(getPublicSignupToken, { params: { token: secret } })).body).toMatchObject({
      users: [{ id, email: 'new@example.com' }],
    })
    const login = await app.call('POST', '/auth/simple/login', {
      token: null,
      body: { username: 'new@example.com', password: GOOD },
    })
    expect(login.status).toBe(200)
    const cookie = String(login.headers['set-cookie']).split(';')[0] ?? ''
    const profile = await app.call(getProfile, { token: null, headers: { cookie } })
    expect(profile.body).toMatchObject({ rootRole: { name: 'Viewer' } })
    const { body } = await app.call(searchEvents, { query: { limit: '20' } })
    const types = body.events.map(({ type, createdBy }) => [type, createdBy])
    expect(types).toContainEqual(['public-signup-token-user-added', 'newcomer'])
    expect(types).toContainEqual(['user-created', 'unleash_system_user'])
  })

  it.each([
    [{ email: 'new@example.com' }, 'User already exists'],
    [{ email: 'other@example.com', username: 'viewer' }, 'User already exists'],
    [{ email: '' }, 'You must specify an email'],
    [{ email: 'x' }, '"value" must be a valid email. You provided "x".'],
    [
      { email: 'other@example.com', password: 'Sh0rt-one' },
      'The password must be at least 10 characters long.',
    ],
    [
      { email: 'other@example.com', name: undefined },
      'The `/body/name` property is required. It was not present on the data you sent.',
    ],
  ])('refuses %j', async (body, text) => {
    const { secret } = await newLink()
    const answer = await signUp(secret, body)
    expect([answer.status, message(answer.body)]).toEqual([400, text])
    expect((await app.call(getPublicSignupToken, { params: { token: secret } })).body).toMatchObject({
      users: [],
    })
  })

  it('accepts one of two concurrent requests with the same address', async () => {
    const { secret } = await newLink()
    const answers = await Promise.all([1, 2].map(() => signUp(secret, { email: 'twice@example.com' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
  })

  it('is limited to twenty requests a minute', async () => {
    const limited = await startBackend()
    const attempt = () => limited.call('POST', '/invite/x/signup', { token: null, body: {} })
    for (let i = 0; i < 20; i++) expect((await attempt()).status).toBe(400)
    expect((await attempt()).status).toBe(429)
    await limited.stop()
  })
})
