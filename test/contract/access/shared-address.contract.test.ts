import { afterEach, describe, expect, it } from 'vitest'

import { getLoginHistory } from '#shared/access/contract/login-history.ts'
import { createUser } from '#shared/access/contract/users.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const PASSWORD = 'correct horse'
let app: TestBackend
afterEach(() => app.stop())

const start = async (env: Record<string, string> = {}) => {
  app = await startBackend({ env: { UNLEASH_DEFAULT_ADMIN_PASSWORD: PASSWORD, ...env } })
}

interface Attempt {
  from?: string
  ip?: string
  cookie?: string
}
const login = (username: string, password: string, { from, ip, cookie }: Attempt = {}) =>
  app.call('POST', '/auth/simple/login', {
    token: null,
    body: { username, password },
    ...(ip === undefined ? {} : { ip }),
    headers: {
      ...(from === undefined ? {} : { 'x-forwarded-for': from }),
      ...(cookie === undefined ? {} : { cookie }),
    },
  })
const statusesOf = async (attempts: Promise<{ status: number }>[]) => {
  const statuses = (await Promise.all(attempts)).map(({ status }) => status)
  return { refused: statuses.filter((status) => status === 429).length, all: statuses.length }
}
const guesses = (
  times: number,
  account: (n: number) => string,
  attempt: (n: number) => Attempt = () => ({}),
) => statusesOf(Array.from({ length: times }, (_, n) => login(account(n), 'wrong', attempt(n))))
const knownBrowserOf = (answer: { headers: Record<string, unknown> }) =>
  [answer.headers['set-cookie']].flat().map((one) => String(one).split(';')[0] ?? '')[1] ?? ''

describe('a sign-in behind a proxy that is not trusted', () => {
  it.each([
    ['adds no header', {}],
    ['adds headers', { from: '203.0.113.7' }],
    ['is on another machine', { from: '203.0.113.7', ip: '172.17.0.1' }],
  ])('is not locked out by guesses at other accounts, where the proxy %s', async (_name, attempt) => {
    await start()
    await guesses(
      30,
      () => 'somebody',
      () => attempt,
    )
    await guesses(
      60,
      (n) => `user${n}`,
      () => attempt,
    )
    expect((await login('admin', PASSWORD, attempt)).status).toBe(200)
  })

  it('is limited by account, and works from a browser that signed in to the account before', async () => {
    await start()
    const cookie = knownBrowserOf(await login('admin', PASSWORD))
    expect(await guesses(30, () => 'admin')).toEqual({ refused: 21, all: 30 })
    expect((await login('admin', PASSWORD)).status).toBe(429)
    expect((await login('admin', PASSWORD, { cookie })).status).toBe(200)
    // that browser has a limit of its own
    expect(
      (
        await guesses(
          30,
          () => 'admin',
          () => ({ cookie }),
        )
      ).refused,
    ).toBeGreaterThanOrEqual(20)
    expect((await login('admin', PASSWORD, { cookie })).status).toBe(429)
  })

  it('gives a known browser nothing for another account', async () => {
    await start()
    const cookie = knownBrowserOf(await login('admin', PASSWORD))
    expect(
      await guesses(
        30,
        () => 'other',
        () => ({ cookie }),
      ),
    ).toEqual({ refused: 20, all: 30 })
  })

  it('has a limit for all together', async () => {
    await start({ SIMPLE_LOGIN_LIMIT_PER_MINUTE: '1' })
    expect(await guesses(70, (n) => `user${n}`)).toEqual({ refused: 10, all: 70 })
  })

  it('does not lock others out of e-mails for a new password', async () => {
    await start()
    const ask = async (email: string) =>
      (await app.call('POST', '/auth/reset/password-email', { token: null, body: { email } })).status
    expect(await ask('a@example.com')).toBe(200)
    expect(await ask('b@example.com')).toBe(200)
    expect(await ask('a@example.com')).toBe(429)
  })
})

describe('a sign-in behind a trusted proxy', () => {
  const trusting = () => start({ HALYARD_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' })

  it('counts by the address of the client', async () => {
    await trusting()
    const attacker = () => ({ from: '203.0.113.7' })
    expect(await guesses(30, (n) => `user${n}`, attacker)).toEqual({ refused: 20, all: 30 })
    expect(await guesses(30, () => 'admin', attacker)).toEqual({ refused: 30, all: 30 })
    expect((await login('admin', PASSWORD, { from: '198.51.100.9' })).status).toBe(200)
  })

  it('leaves the owner attempts where one network guesses at the account', async () => {
    await trusting()
    const { refused } = await guesses(
      40,
      () => 'admin',
      (n) => ({ from: `203.0.113.${n}` }),
    )
    expect(refused).toBe(30)
    expect((await login('admin', PASSWORD, { from: '198.51.100.9' })).status).toBe(200)
  })

  it('does not count by what the client itself sends', async () => {
    await trusting()
    const spoofed = (n: number) => ({ from: `198.51.${n}.1, 203.0.113.7` })
    expect(await guesses(30, (n) => `user${n}`, spoofed)).toEqual({ refused: 20, all: 30 })
    const direct = (n: number) => ({ ip: '203.0.113.8', from: `198.51.${n}.1` })
    expect(await guesses(30, (n) => `user${n}`, direct)).toEqual({ refused: 20, all: 30 })
  })

  it('is in the login history with the address of the client', async () => {
    await trusting()
    await login('admin', PASSWORD, { from: '198.51.100.9, 10.1.1.1' })
    await login('admin', 'wrong', { ip: '203.0.113.8', from: '198.51.100.10' })
    const { body } = await app.call(getLoginHistory)
    expect(body?.events.map(({ ip }) => ip).sort()).toEqual(['198.51.100.9', '203.0.113.8'])
  })

  it('sets secure cookies and accepts its own pages where the proxy uses https', async () => {
    await start({ HALYARD_TRUSTED_PROXIES: '127.0.0.1', HALYARD_ALLOWED_HOSTS: 'flags.example' })
    const attempt = (origin: string, proto: string) =>
      app.call('POST', '/auth/simple/login', {
        token: null,
        body: { username: 'admin', password: PASSWORD },
        headers: {
          host: 'flags.example',
          origin,
          'x-forwarded-for': '198.51.100.9',
          'x-forwarded-proto': proto,
        },
      })
    const answer = await attempt('https://flags.example', 'https')
    expect(answer.status).toBe(200)
    for (const cookie of [answer.headers['set-cookie']].flat()) expect(cookie).toMatch('; HttpOnly; Secure;')
    expect((await attempt('https://flags.example', 'http')).status).toBe(403)
    expect((await attempt('http://flags.example', 'https')).status).toBe(403)
  })
})

describe('requests of users behind a proxy that is not trusted', () => {
  it('have a rate for each user', async () => {
    await start({ CREATE_USER_RATE_LIMIT_PER_MINUTE: '1' })
    const create = (username: string, headers: Record<string, string>) =>
      app.call(createUser, { body: { username, rootRole: 3 }, headers })
    const proxied = { 'x-forwarded-for': '203.0.113.7' }
    expect((await create('one', proxied)).status).toBe(201)
    expect((await create('two', proxied)).status).toBe(429)
    expect((await create('three', {})).status).toBe(201)
  })
})
