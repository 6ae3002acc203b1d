import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { getMe, logout } from '#shared/access/contract/sessions.ts'
import { getProjects } from '#shared/projects/contract/projects.ts'

let app: TestBackend

beforeAll(async () => {
  app = await startBackend({
    env: { UNLEASH_DEFAULT_ADMIN_PASSWORD: 'correct horse' },
    users: [
      { username: 'viewer', roles: ['Viewer'] },
      { username: 'mixed', roles: ['Viewer', 'Member'] },
    ],
  })
})
afterAll(() => app.stop())

const login = (body: unknown) => app.call('POST', '/auth/simple/login', { token: null, body })
const cookieOf = (headers: Record<string, unknown>) => String(headers['set-cookie']).split(';')[0] ?? ''
const me = (cookie: string) => app.call(getMe, { token: null, headers: { cookie } })

describe('signing in', () => {
  it('returns the user and sets a cookie that pages cannot read', async () => {
    const answer = await login({ username: 'admin', password: 'correct horse' })
    expect(answer).toMatchObject({
      status: 200,
      body: { id: 1, username: 'admin', accountType: 'User', activeSessions: 1, deletedSessions: 0 },
    })
    const [session, browser, ...more] = [answer.headers['set-cookie']].flat()
    expect(session).toMatch(/^unleash-session=[0-9a-f]{64}; Max-Age=172800; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(browser).toMatch(
      /^halyard-known-browser=v1\.[\w.-]+; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(more).toEqual([])
    expect(await me(cookieOf(answer.headers))).toMatchObject({
      status: 200,
      body: { user: { username: 'admin' }, permissions: [{ permission: 'ADMIN' }] },
    })
  })

  it('sets a secure cookie where the configured URL has https', async () => {
    const behindProxy = await startBackend({
      env: { HALYARD_BASE_URL: 'https://flags.example/', HALYARD_ALLOWED_HOSTS: 'flags.example' },
    })
    const headers = { host: 'flags.example', origin: 'https://flags.example' }
    const signedIn = await behindProxy.call('GET', behindProxy.backend.signInPath(), { token: null, headers })
    expect(String(signedIn.headers['set-cookie'])).toMatch(/; HttpOnly; Secure; SameSite=Lax$/)
    const out = await behindProxy.call(logout, { token: null, headers })
    expect(out.headers['set-cookie']).toBe(
      'unleash-session=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax',
    )
    await behindProxy.stop()
  })

  it.each([
    ['same-site', 401],
    ['cross-site', 401],
    ['same-origin', 200],
    ['none', 200],
  ])('with a cookie in a request of a %s page returns %i', async (site, status) => {
    const headers = { 'sec-fetch-site': site }
    expect((await app.call(getMe, { as: 'viewer', headers })).status).toBe(status)
    expect((await app.call('GET', '/trpc/getMe?input={}', { as: 'viewer', headers })).status).toBe(status)
    expect((await app.call(getProjects, { headers })).status).toBe(200)
  })

  it('returns the same for a wrong password and an unknown user', async () => {
    const [wrong, nobody] = [
      await login({ username: 'admin', password: 'x' }),
      await login({ username: 'nobody', password: 'x' }),
    ]
    expect(wrong).toMatchObject({ status: 401, body: { name: 'PasswordMismatch' } })
    expect((wrong.body as { message: string }).message).toBe((nobody.body as { message: string }).message)
  })

  it('is rejected for a user without a password', async () => {
    expect((await login({ username: 'viewer', password: '' })).status).toBe(401)
  })

  it('is limited to ten requests a minute', async () => {
    const limited = await startBackend()
    const attempt = () => limited.call('POST', '/auth/simple/login', { token: null, body: {} })
    for (let i = 0; i < 10; i++) expect((await attempt()).status).toBe(400)
    expect(await attempt()).toMatchObject({
      status: 429,
      text: 'Too many requests, please try again later.',
      headers: { 'retry-after': '60', 'ratelimit-policy': '10;w=60', 'ratelimit-remaining': '0' },
    })
    limited.clock.advance(60_000)
    expect((await attempt()).status).toBe(400)
    await limited.stop()
  })

  it('is limited by account, from any address and also for unknown accounts', async () => {
    const limited = await startBackend({
      env: { UNLEASH_DEFAULT_ADMIN_PASSWORD: 'correct horse' },
      failedSignIns: { perNetwork: 100, perAccount: 3 },
    })
    const attempt = async (username: string, n: number) => {
      const body = { username: n % 2 ? username : ` ${username.toUpperCase()}`, password: 'x' }
      const ip = `198.${n}.100.7`
      const { status, headers } = await limited.call('POST', '/auth/simple/login', { token: null, ip, body })
      return { status, retryAfter: headers['retry-after'] }
    }
    const attempts = async (username: string) =>
      Promise.all(Array.from({ length: 4 }, (_, n) => attempt(username, n)))
    const known = await attempts('admin')
    expect(await attempts('nobody')).toEqual(known)
    expect(known.filter(({ status }) => status === 401)).toHaveLength(3)
    expect(known.find(({ status }) => status === 429)).toEqual({ status: 429, retryAfter: '300' })
    limited.clock.advance(300_000)
    const body = { username: 'admin', password: 'correct horse' }
    expect((await limited.call('POST', '/auth/simple/login', { token: null, body })).status).toBe(200)
    await limited.stop()
  })

  it('is limited by network, for any account', async () => {
    const limited = await startBackend({ failedSignIns: { perNetwork: 3, perAccount: 100 } })
    const attempts = Array.from({ length: 4 }, async (_, n) => {
      const body = { username: `user${n}`, password: 'x' }
      const ip = `198.51.100.${n}`
      return (await limited.call('POST', '/auth/simple/login', { token: null, ip, body })).status
    })
    const statuses = await Promise.all(attempts)
    expect(statuses.filter((status) => status === 401)).toHaveLength(3)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    await limited.stop()
  })

  it('counts addresses of one IPv6 /64 as one client', async () => {
    const limited = await startBackend()
    const attempt = (n: number) =>
      limited.call('POST', '/auth/simple/login', { token: null, ip: `2001:db8::${n}`, body: {} })
    for (let n = 1; n <= 10; n++) expect((await attempt(n)).status).toBe(400)
    expect((await attempt(11)).status).toBe(429)
    await limited.stop()
  })

  it('works again after a clock that was a day ahead is corrected', async () => {
    const limited = await startBackend()
    const attempt = () => limited.call('POST', '/auth/simple/login', { token: null, body: {} })
    limited.clock.jump(86_400_000)
    for (let n = 0; n < 10; n++) await attempt()
    limited.clock.jump(-86_400_000)
    expect(await attempt()).toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
    limited.clock.advance(60_000)
    expect((await attempt()).status).toBe(400)
    await limited.stop()
  })

  it('lasts for two days', async () => {
    const answer = await login({ username: 'admin', password: 'correct horse' })
    app.clock.advance(48 * 60 * 60 * 1000)
    expect((await me(cookieOf(answer.headers))).status).toBe(401)
  })
})

describe('the one-time link', () => {
  it('signs in as the first Admin, once', async () => {
    const path = app.backend.signInPath()
    const answer = await app.call('GET', path, { token: null })
    expect(answer).toMatchObject({ status: 302, headers: { location: '/' } })
    expect(await me(cookieOf(answer.headers))).toMatchObject({ body: { user: { id: 1, username: 'admin' } } })
    expect((await app.call('GET', path, { token: null })).status).toBe(401)
  })

  it('is not used up by a preview of the link', async () => {
    const path = app.backend.signInPath()
    const preview = await app.call('HEAD', path, { token: null })
    expect(preview).toMatchObject({ status: 405, headers: { allow: 'GET' } })
    expect(preview.headers['set-cookie']).toBeUndefined()
    expect((await app.call('GET', path, { token: null })).status).toBe(302)
  })

  it('is valid for an hour', async () => {
    const path = app.backend.signInPath()
    app.clock.advance(60 * 60 * 1000)
    expect((await app.call('GET', path, { token: null })).status).toBe(401)
  })
})

describe('signing out', () => {
  it('ends every session of the user', async () => {
    const [one, two] = [
      await login({ username: 'admin', password: 'correct horse' }),
      await login({ username: 'admin', password: 'correct horse' }),
    ]
    const cookie = cookieOf(one.headers)
    expect(await app.call(logout, { token: null, headers: { cookie } })).toMatchObject({
      status: 302,
      headers: { location: '/signed-out', 'clear-site-data': '"cookies", "storage"' },
    })
    expect((await me(cookie)).status).toBe(401)
    expect((await me(cookieOf(two.headers))).status).toBe(401)
  })

  it('succeeds without a session', async () => {
    expect((await app.call(logout, { token: null })).status).toBe(302)
  })
})

describe('the signed-in user', () => {
  it('is returned with the permissions', async () => {
    expect((await app.call(getMe, { as: 'viewer' })).body).toMatchObject({
      user: { username: 'viewer' },
      permissions: [],
    })
    const { body, headers } = await app.call(getMe, { as: 'mixed' })
    expect(body.permissions).toContainEqual({
      permission: 'CREATE_FEATURE',
      project: 'default',
    })
    expect(headers['cache-control']).toBe('no-store')
  })

  it('is the admin token, for the admin token', async () => {
    expect((await app.call(getMe)).body).toMatchObject({
      user: { username: 'admin', type: 'admin' },
      permissions: [{ permission: 'ADMIN' }],
    })
  })
})
