import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readEventLog } from '#support/service/event-log.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { login, getMe } from '#shared/access/contract/sessions.ts'
import {
  getUserSessions,
  deleteUserSession,
  deleteSessionsOfUser,
} from '#shared/access/contract/user-sessions.ts'

const SESSIONS = '/api/admin/user-sessions'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({
    env: { UNLEASH_DEFAULT_ADMIN_PASSWORD: 'correct horse' },
    rateLimits: { perMinute: {} },
    users: [{ username: 'viewer', roles: ['Viewer'] }],
  })
})
afterAll(() => app.stop())

interface Session {
  id: string
  userId: number
  current: boolean
}
const signIn = async (userAgent = FIREFOX) => {
  const { headers } = await app.call(login, {
    token: null,
    body: { username: 'admin', password: 'correct horse' },
    headers: { 'user-agent': userAgent },
  })
  return { cookie: String(headers['set-cookie']).split(';')[0] ?? '' }
}
const list = async (query = '', headers?: { cookie: string }) => {
  const answer = await app.call('GET', `${SESSIONS}${query}`, headers ? { token: null, headers } : {})
  return (answer.body as { sessions: Session[] }).sessions
}
const isSignedIn = async (headers: { cookie: string }) =>
  (await app.call(getMe, { token: null, headers })).status === 200

describe('the list of sessions', () => {
  it('shows who is signed in where, and which session is the caller’s own', async () => {
    const session = await signIn()
    const at = app.clock.now()
    app.clock.advance(1000)
    const other = await signIn('curl/8.5.0')
    const sessions = await list('?userId=1', session)
    expect(sessions).toMatchObject([
      { browser: 'curl', deviceType: null, current: false },
      {
        userId: 1,
        username: 'admin',
        email: null,
        ip: '127.0.0.1',
        browser: 'Firefox',
        deviceType: 'desktop',
        createdAt: at.toISOString(),
        expiredAt: new Date(at.getTime() + 48 * 3_600_000).toISOString(),
        current: true,
      },
    ])
    expect((await list('', other)).map(({ current }) => current)).toContain(true)
    expect((await list()).some(({ current }) => current)).toBe(false)
  })

  it('can be filtered by user', async () => {
    expect(new Set((await list()).map(({ userId }) => userId)).size).toBe(2)
    expect(await list('?userId=9999')).toEqual([])
    expect((await app.call(getUserSessions, { query: { userId: 'x' } })).status).toBe(400)
  })

  it('omits expired sessions', async () => {
    await signIn()
    app.clock.advance(48 * 3_600_000)
    expect(await list('?userId=1')).toEqual([])
  })

  it('never returns the secret of a session', async () => {
    const { cookie } = await signIn()
    const { text } = await app.call(getUserSessions)
    expect(text).not.toContain(cookie.split('=')[1])
  })
})

describe('ending sessions', () => {
  it('signs one browser out', async () => {
    const [one, two] = [await signIn(), await signIn()]
    const own = (await list('', one)).find(({ current }) => current)
    expect(await app.call(deleteUserSession, { params: { id: `${own?.id}` } })).toMatchObject({
      status: 200,
      text: '',
    })
    expect([await isSignedIn(one), await isSignedIn(two)]).toEqual([false, true])
    expect((await app.call(deleteUserSession, { params: { id: `${own?.id}` } })).status).toBe(404)
  })

  it('signs one user out everywhere', async () => {
    const [one, two] = [await signIn(), await signIn()]
    expect((await app.call(deleteSessionsOfUser, { params: { id: '1' } })).status).toBe(200)
    expect([await isSignedIn(one), await isSignedIn(two)]).toEqual([false, false])
    expect((await app.call(getMe, { as: 'viewer' })).status).toBe(200)
    const told = await readEventLog(app, { type: 'IS:user-sessions-ended' })
    expect(told[0]).toMatchObject({ data: { id: 1, name: 'admin' } })
    // ending no session is neither an event nor an error
    expect((await app.call(deleteSessionsOfUser, { params: { id: '1' } })).status).toBe(200)
    expect(await readEventLog(app, { type: 'IS:user-sessions-ended' })).toEqual(told)
    expect((await app.call(deleteSessionsOfUser, { params: { id: '9999' } })).status).toBe(404)
    expect((await app.call(deleteSessionsOfUser, { params: { id: 'x' } })).status).toBe(400)
  })

  it('is for Admins', async () => {
    expect((await app.call(getUserSessions, { as: 'viewer' })).status).toBe(403)
    const [session] = await list()
    expect(
      (await app.call(deleteUserSession, { params: { id: `${session?.id}` }, as: 'viewer' })).status,
    ).toBe(403)
  })
})
