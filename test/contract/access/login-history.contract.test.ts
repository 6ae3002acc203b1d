import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { LoginEvent } from '#shared/access/schemas/login-history.ts'
import { readMaskedSettings, writeSsoSettings } from '#domains/access/single-sign-on/sso-settings.ts'
import { noteSignIn } from '#domains/access/single-sign-on/sign-ins.store.ts'
import { noteConnectionChange } from '#domains/access/single-sign-on/require-admin-sign-in.ts'
import { ADMIN, startBackend, type TestBackend } from '#support/service/start-backend.ts'

let app: TestBackend

beforeAll(async () => {
  app = await startBackend({
    env: { UNLEASH_DEFAULT_ADMIN_PASSWORD: 'correct horse', SIMPLE_LOGIN_LIMIT_PER_MINUTE: '1000' },
    users: [
      { username: 'viewer', roles: ['Viewer'] },
      { username: 'reader', permissions: [{ permission: 'READ_LOGS' }], atRoot: true },
      { username: 'gatekeeper', permissions: [{ permission: 'UPDATE_AUTH_CONFIGURATION' }], atRoot: true },
    ],
  })
})
afterAll(() => app.stop())

const login = (username: string, password: string, ip = '198.51.100.7') =>
  app.call('POST', '/auth/simple/login', { token: null, ip, body: { username, password } })
const history = async (query = '', call: object = {}) => {
  const { body } = await app.call('GET', `/api/admin/logins${query}`, call)
  return (body as { events: LoginEvent[] } | undefined)?.events ?? []
}

describe('the login history', () => {
  it('is empty at first, returned without a body', async () => {
    await app.backend.store.queries.deleteFrom('sign_ins').execute()
    expect(await app.call('GET', '/api/admin/logins')).toMatchObject({ status: 204, text: '' })
  })

  it('keeps successes and failures with their reasons, newest first, with the published properties', async () => {
    await login('admin', 'correct horse')
    await login('admin', 'wrong')
    await login('nobody', 'wrong', '203.0.113.9')
    const events = await history()
    const id = expect.any(Number) as number
    const created_at = expect.stringMatching(/^2.*Z$/) as string
    const shared = { id, created_at, auth_type: 'password' }
    expect(events).toEqual([
      {
        ...shared,
        username: 'nobody',
        successful: false,
        ip: '203.0.113.9',
        failure_reason: 'There is no such user.',
      },
      {
        ...shared,
        username: 'admin',
        successful: false,
        ip: '198.51.100.7',
        failure_reason: 'Wrong password.',
      },
      { ...shared, username: 'admin', successful: true, ip: '198.51.100.7', failure_reason: null },
    ])
  })

  it('counts failed attempts of a user until one succeeds', async () => {
    const attempts = async () =>
      ((await app.call('GET', '/api/admin/user-admin/1')).body as { loginAttempts: number }).loginAttempts
    await login('admin', 'correct horse')
    expect(await attempts()).toBe(0)
    await login('admin', 'wrong')
    await login('admin', 'wrong')
    expect(await attempts()).toBe(2)
    expect((await login('admin', 'correct horse')).body).toMatchObject({ id: 1 })
    expect(await attempts()).toBe(0)
  })

  it('keeps sign-outs, which are returned on request', async () => {
    const cookie = String((await login('admin', 'correct horse')).headers['set-cookie']).split(';')[0] ?? ''
    await app.call('POST', '/logout', { token: null, headers: { cookie } })
    expect((await history('?type=logout'))[0]).toMatchObject({
      type: 'logout',
      username: 'admin',
      successful: true,
    })
    expect((await history('?type=all')).map(({ type }) => type)).toContain('login')
    expect((await history())[0]).not.toHaveProperty('type')
  })

  it.each([
    ['?successful=false', (event: LoginEvent) => !event.successful],
    ['?successful=true', (event: LoginEvent) => event.successful],
    ['?query=NOBOD', (event: LoginEvent) => event.username === 'nobody'],
    ['?authType=password', (event: LoginEvent) => event.auth_type === 'password'],
  ])('with %s returns those entries only', async (query, expected) => {
    const all = await history()
    const found = await history(query)
    expect(found.length).toBeGreaterThan(0)
    expect(found).toEqual(all.filter(expected))
  })

  it('can be limited to a period', async () => {
    const first = (await history('?limit=1'))[0]
    app.clock.advance(60_000)
    await login('admin', 'wrong')
    const [last] = await history('?limit=1')
    expect(await history(`?from=${last?.created_at}`)).toEqual([last])
    expect((await history(`?to=${first?.created_at}`))[0]).toEqual(first)
    expect((await history('?limit=1&offset=1'))[0]).toEqual(first)
  })

  it.each(['?limit=0', '?limit=10001', '?offset=-1', '?from=yesterday', '?type=x', '?successful=1'])(
    'rejects %s',
    async (query) => {
      expect((await app.call('GET', `/api/admin/logins${query}`)).status).toBe(400)
    },
  )

  it('is returned as CSV without a formula in any name', async () => {
    await login('=1+1', 'x')
    const { text, headers } = await app.call('GET', '/api/admin/logins?limit=1', {
      headers: { accept: 'text/csv' },
    })
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    const [head, row] = text.split('\r\n')
    expect(head).toBe('id,username,auth_type,created_at,successful,ip,failure_reason')
    expect(row).toMatch(/^\d+,'=1\+1,password,.*,false,198\.51\.100\.7,There is no such user\.$/)
  })

  it('needs READ_LOGS', async () => {
    expect((await app.call('GET', '/api/admin/logins', { as: 'reader' })).status).toBe(200)
    expect((await app.call('GET', '/api/admin/logins', { as: 'viewer' })).status).toBe(403)
    expect((await app.call('GET', '/api/admin/logins', { token: null })).status).toBe(401)
  })

  it('bounds what an anonymous caller can write into it', async () => {
    await login('x'.repeat(2000), 'x')
    expect((await history('?limit=1'))[0]?.username).toHaveLength(300)
  })

  it('is kept for 14 days', async () => {
    expect(await history()).not.toEqual([])
    app.clock.advance(15 * 86_400_000)
    await app.backend.runJobs()
    expect(await history()).toEqual([])
  })
})

describe('the throttling of sign-ins', () => {
  it('is set by the environment variables of the original', async () => {
    const limited = await startBackend({ env: { SIMPLE_LOGIN_LIMIT_PER_MINUTE: '2' } })
    const attempt = async () =>
      (await limited.call('POST', '/auth/simple/login', { token: null, body: {} })).status
    expect([await attempt(), await attempt(), await attempt()]).toEqual([400, 400, 429])
    await limited.stop()
  })

  it('ends the oldest session beyond MAX_PARALLEL_SESSIONS', async () => {
    const few = await startBackend({
      env: { UNLEASH_DEFAULT_ADMIN_PASSWORD: 'correct horse', MAX_PARALLEL_SESSIONS: '2' },
    })
    const body = { username: 'admin', password: 'correct horse' }
    const signIn = () => few.call('POST', '/auth/simple/login', { token: null, body })
    const first = await signIn()
    few.clock.advance(1000)
    await signIn()
    few.clock.advance(1000)
    expect(await signIn()).toMatchObject({ body: { activeSessions: 2, deletedSessions: 1 } })
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
    expect((await few.call('GET', '/api/admin/user', { token: null, headers: { cookie } })).status).toBe(401)
    expect((await few.call('GET', '/api/admin/ui-config')).body).toMatchObject({ maxSessionsCount: 2 })
    await few.stop()
  })
})

describe('the settings of password sign-in', () => {
  const PATH = '/api/admin/auth/simple/settings'
  const set = (disabled: boolean, call: object = {}) =>
    app.call('POST', PATH, { body: { disabled }, ...call })
  /** A connection that an Admin has used. */
  const connect = async (userId: number) => {
    const { store, services } = app.backend
    await writeSsoSettings(store.queries, services.sealer, 'oidc', {
      enabled: true,
      clientId: 'x',
      secret: 'x',
    })
    await noteConnectionChange(store.queries, 'oidc')
    const entry = { method: 'oidc', username: 'x', userId, at: app.clock.now() } as const
    await noteSignIn(store.queries, entry)
  }

  it('are on at first', async () => {
    expect(await app.call('GET', PATH)).toMatchObject({ status: 200, body: { disabled: false } })
    expect(await set(false)).toMatchObject({ status: 200, body: { disabled: false } })
  })

  it('cannot be turned off while nobody could sign in otherwise', async () => {
    expect(await set(true)).toMatchObject({ status: 403, body: { name: 'InvalidOperationError' } })
    expect((await app.call('GET', PATH)).body).toEqual({ disabled: false })
  })

  it('cannot be turned off when no Admin has used single sign-on', async () => {
    const viewer = await app.backend.store.queries
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'viewer')
      .executeTakeFirstOrThrow()
    await connect(viewer.id)
    expect((await set(true)).status).toBe(403)
  })

  it('cannot be turned off after a single sign-on that is older than the connection settings', async () => {
    await connect(1)
    await noteConnectionChange(app.backend.store.queries, 'oidc')
    expect((await set(true)).status).toBe(403)
  })

  it('can be turned off once an Admin has used single sign-on, and passwords are then rejected with 422', async () => {
    await connect(1)
    expect(await set(true)).toMatchObject({ status: 200, body: { disabled: true } })
    expect(await login('admin', 'correct horse')).toMatchObject({
      status: 422,
      body: { name: 'DisabledError', message: 'Logging in with username/password has been disabled.' },
    })
    expect((await history())[0]).toMatchObject({ failure_reason: 'Password sign-in is turned off.' })
    expect((await app.call('GET', '/api/admin/ui-config')).body).toMatchObject({ disablePasswordAuth: true })
    expect(await readMaskedSettings(app.backend.store.queries, 'oidc')).toMatchObject({ secret: '*****' })
    // through the store, as a recovery on the machine itself would be
    const link = await app.call('GET', app.backend.signInPath(), { token: null })
    expect(link.status).toBe(302)
    await app.backend.enablePasswords()
    expect((await login('admin', 'correct horse')).status).toBe(200)
  })

  it('write an event', async () => {
    const { body } = await app.call('GET', '/api/admin/events?type=setting-updated')
    const { events } = body as { events: { data: unknown; preData: unknown }[] }
    expect(events[0]).toMatchObject({
      data: { name: 'password-sign-in', disabled: false },
      preData: { disabled: true },
    })
  })

  it('need UPDATE_AUTH_CONFIGURATION', async () => {
    const as = (who: string) => ({ token: ADMIN, as: who })
    expect((await app.call('GET', PATH, as('gatekeeper'))).status).toBe(200)
    expect((await set(false, as('gatekeeper'))).status).toBe(200)
    expect((await app.call('GET', PATH, as('viewer'))).status).toBe(403)
    expect((await set(false, as('viewer'))).status).toBe(403)
  })

  it.each([
    [{ disabled: 'yes' }, 400],
    [[], 400],
  ])('reject %j', async (body, status) => {
    expect((await app.call('POST', PATH, { body })).status).toBe(status)
  })
})
