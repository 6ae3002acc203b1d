import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readEventLog } from '#support/service/event-log.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { getMe } from '#shared/access/contract/sessions.ts'
import { createUser } from '#shared/access/contract/users.ts'
import {
  resetUserPassword,
  sendResetPasswordEmail,
  changeUserPassword,
  changeMyPassword,
} from '#shared/access/contract/passwords.ts'

const USERS = '/api/admin/user-admin'
const RESET = '/auth/reset'
const GOOD = 'Str0ng-Passw0rd-11'
const BETTER = 'Str0ng-Passw0rd-22'
const HOUR = 3_600_000
const WEAK = {
  status: 400,
  body: {
    name: 'OwaspValidationError',
    message: 'The password must be at least 10 characters long.',
    details: [
      {
        message: 'The password must be at least 10 characters long.',
        validationErrors: [
          'The password must be at least 10 characters long.',
          'The password must contain at least one uppercase letter.',
          'The password must contain at least one number.',
          'The password must contain at least one special character.',
        ],
      },
    ],
  },
}
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({
    rateLimits: { perMinute: {} },
    failedSignIns: { perNetwork: 60, perAccount: 4 },
    users: [{ username: 'viewer', roles: ['Viewer'] }],
  })
})
afterAll(() => app.stop())

const openly = (method: string, path: string, body?: unknown) =>
  app.call(method, path, { token: null, ...(body === undefined ? {} : { body }) })
const login = (username: string, password: string) =>
  openly('POST', '/auth/simple/login', { username, password })
const cookieOf = (answer: { headers: Record<string, unknown> }) => ({
  cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '',
})
const me = (headers: { cookie: string }) => app.call(getMe, { token: null, headers })
let people = 0
/** A user with a password, unless said otherwise; and the token of the invite link. */
const newUser = async (body: object = { password: GOOD }) => {
  const username = `person-${++people}`
  const email = `${username}@example.com`
  const answer = await app.call(createUser, { body: { username, email, rootRole: 3, ...body } })
  const { id, inviteLink } = answer.body
  return { id, username, email, token: inviteLink.split('token=')[1] ?? '' }
}
const resetLink = async (id: string) => {
  const { body } = await app.call(resetUserPassword, { body: { id } })
  return body.resetPasswordUrl
}
const tokenFor = async (id: string) => (await resetLink(id)).split('token=')[1] ?? ''
const withoutId = (text: string) => text.replace(/"id":"[^"]*"/, '')
const validate = (token: string) => openly('GET', `${RESET}/validate?token=${token}`)
const choose = (token: string, password: string) => openly('POST', `${RESET}/password`, { token, password })

describe('a password', () => {
  it.each([`${RESET}/validate-password`, `${USERS}/validate-password`])('is rated by %s', async (path) => {
    const measure = (password: string) => app.call('POST', path, { as: 'viewer', body: { password } })
    expect(await measure(GOOD)).toMatchObject({ status: 200, text: '' })
    expect(await measure('abc')).toMatchObject(WEAK)
    expect((await app.call('POST', path, { as: 'viewer', body: {} })).status).toBe(400)
  })
})

describe('the invitation link', () => {
  it('names its user, accepts a new password once, and lets the user sign in', async () => {
    const { id, username, email, token } = await newUser({ name: 'Ina Vited' })
    expect(await validate(token)).toMatchObject({
      status: 200,
      body: { id, name: 'Ina Vited', email, token, createdBy: 'admin', role: { id: 3, name: 'Viewer' } },
    })
    expect(await choose(token, 'abc')).toMatchObject(WEAK)
    expect(await choose(token, GOOD)).toMatchObject({ status: 200, text: '' })
    const used = { status: 403, body: { name: 'UsedTokenError' } }
    expect(await choose(token, BETTER)).toMatchObject(used)
    expect(await validate(token)).toMatchObject(used)
    expect((await login(username, GOOD)).status).toBe(200)
  })

  it('expires after a day', async () => {
    const { token } = await newUser({})
    app.clock.advance(24 * HOUR - 1)
    expect((await validate(token)).status).toBe(200)
    app.clock.advance(1)
    const refused = { status: 401, body: { name: 'InvalidTokenError', message: 'Token was not valid' } }
    expect(await validate(token)).toMatchObject(refused)
    expect(await choose(token, GOOD)).toMatchObject(refused)
    expect(await validate('nope')).toMatchObject(refused)
    expect(await openly('GET', `${RESET}/validate`)).toMatchObject(refused)
  })

  it('is used by one of two concurrent requests', async () => {
    const { token } = await newUser({})
    const [one, other] = await Promise.all([choose(token, GOOD), choose(token, BETTER)])
    expect([one.status, other.status].sort()).toEqual([200, 403])
  })
})

describe('the link to reset a password', () => {
  it('is created for a user name or an e-mail address, and leads to the page', async () => {
    const { username, email } = await newUser()
    for (const id of [username, email])
      expect(await resetLink(id)).toMatch(/^http:\/\/localhost:\d+\/reset-password\?token=[0-9a-f]{64}$/)
    expect((await app.call(resetUserPassword, { body: { id: 'nobody' } })).status).toBe(404)
  })

  it('ends former links; the password stays valid until the link is used', async () => {
    const { username, token: invitation } = await newUser()
    const older = await tokenFor(username)
    const newer = await tokenFor(username)
    expect((await validate(invitation)).status).toBe(401)
    expect((await validate(older)).status).toBe(401)
    expect((await login(username, GOOD)).status).toBe(200)
    expect((await choose(newer, BETTER)).status).toBe(200)
    expect((await login(username, GOOD)).status).toBe(401)
    expect((await login(username, BETTER)).status).toBe(200)
  })

  it('is neither stored nor in an event', async () => {
    const { username } = await newUser()
    const token = await tokenFor(username)
    const text = JSON.stringify(await readEventLog(app))
    expect(text).toContain('reset-password-link-created')
    expect(text).not.toContain(token)
    const rows = await app.backend.store.queries.selectFrom('reset_tokens').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('is not mailed without a mail server: the answer is that of the original, and open links stay valid', async () => {
    const { email, username } = await newUser()
    const token = await tokenFor(username)
    expect(await openly('POST', `${RESET}/password-email`, { email })).toMatchObject({
      status: 200,
      text: '',
    })
    expect((await validate(token)).status).toBe(200)
  })

  it('is requested with the same answer for unknown e-mail addresses', async () => {
    const { email } = await newUser()
    const ask = async (address: string) => {
      const { status, text, headers } = await openly('POST', `${RESET}/password-email`, { email: address })
      const { date: _date, ...rest } = headers
      return { status, text, headers: rest }
    }
    const known = [await ask(email), await ask(email.toUpperCase())]
    const unknown = [await ask('x@example.com'), await ask('X@example.com')]
    expect(known.map(({ status }) => status)).toEqual([200, 429])
    expect(known.map(({ text }) => withoutId(text))).toEqual(unknown.map(({ text }) => withoutId(text)))
    expect(known.map(({ headers }) => headers)).toEqual(unknown.map(({ headers }) => headers))
    expect(known[1]?.headers).toMatchObject({ 'retry-after': '60' })
  })

  it('can be requested once a minute', async () => {
    const limited = await startBackend()
    const ask = () => limited.call(sendResetPasswordEmail, { token: null, body: { email: 'x@example.com' } })
    expect((await ask()).status).toBe(200)
    expect(await ask()).toMatchObject({ status: 429, headers: { 'ratelimit-policy': '1;w=60' } })
    await limited.stop()
  })
})

describe('changing a password', () => {
  const change = (id: number, password: string) =>
    app.call(changeUserPassword, { params: { id }, body: { password } })

  it('by an Admin ends all sessions of the user, and open links', async () => {
    const { id, username, token } = await newUser()
    const session = cookieOf(await login(username, GOOD))
    expect((await me(session)).status).toBe(200)
    expect(await change(id, BETTER)).toMatchObject({ status: 200, text: '' })
    expect((await me(session)).status).toBe(401)
    expect((await login(username, GOOD)).status).toBe(401)
    expect((await login(username, BETTER)).status).toBe(200)
    expect((await validate(token)).status).toBe(401)
  })

  it('is rejected for a weak password, an unknown user and an invalid id', async () => {
    const { id } = await newUser()
    expect(await change(id, 'abc')).toMatchObject(WEAK)
    expect((await change(9999, GOOD)).status).toBe(404)
    expect(
      (await app.call(changeUserPassword, { params: { id: 'x' }, body: { password: GOOD } })).status,
    ).toBe(400)
  })

  it('rejects one of the last five passwords', async () => {
    const { id } = await newUser()
    const numbered = (n: number) => `Str0ng-Passw0rd-n${n}`
    for (const n of [1, 2, 3, 4]) expect((await change(id, numbered(n))).status).toBe(200)
    for (const password of [GOOD, numbered(1), numbered(4)])
      expect(await change(id, password)).toMatchObject({
        status: 400,
        body: { name: 'PasswordPreviouslyUsedError' },
      })
    expect((await change(id, numbered(5))).status).toBe(200)
    // the sixth last is free again
    expect((await change(id, GOOD)).status).toBe(200)
    const rows = await app.backend.store.queries
      .selectFrom('password_history')
      .select('id')
      .where('user_id', '=', id)
      .execute()
    expect(rows).toHaveLength(5)
  })

  it('rejects the initial password of the settings', async () => {
    const configured = await startBackend({ env: { UNLEASH_DEFAULT_ADMIN_PASSWORD: GOOD } })
    const answer = await configured.call(changeUserPassword, {
      params: { id: '1' },
      body: { password: GOOD },
    })
    expect(answer).toMatchObject({ status: 400, body: { name: 'PasswordPreviouslyUsedError' } })
    await configured.stop()
  })
})

describe('changing one’s own password', () => {
  const change = (headers: { cookie: string }, body: object) =>
    app.call('POST', '/api/admin/user/change-password', { token: null, headers, body })
  const wish = { password: BETTER, confirmPassword: BETTER, oldPassword: GOOD }

  it('needs the old password and the new one twice, and ends all sessions', async () => {
    const { username } = await newUser()
    const session = cookieOf(await login(username, GOOD))
    expect(await change(session, { ...wish, confirmPassword: 'other' })).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/confirmPassword' }] },
    })
    expect(await change(session, { ...wish, oldPassword: 'bad' })).toMatchObject({
      status: 401,
      body: {
        name: 'PasswordMismatch',
        message: expect.stringMatching(/^The old password you provided is invalid\./) as string,
      },
    })
    expect((await change(session, { ...wish, oldPassword: undefined })).status).toBe(401)
    expect(await change(session, { ...wish, password: 'abc', confirmPassword: 'abc' })).toMatchObject(WEAK)
    expect(await change(session, { password: GOOD, confirmPassword: GOOD, oldPassword: GOOD })).toMatchObject(
      {
        body: { name: 'PasswordPreviouslyUsedError' },
      },
    )
    expect((await me(session)).status).toBe(200)
    expect(await change(session, wish)).toMatchObject({ status: 200, text: '' })
    expect((await me(session)).status).toBe(401)
    expect((await login(username, BETTER)).status).toBe(200)
  })

  it('limits guesses of the old password by session, apart from failed sign-ins of the account', async () => {
    const { username } = await newUser()
    const session = cookieOf(await login(username, GOOD))
    const guess = () => change(session, { ...wish, oldPassword: 'guess' })
    const elsewhere = await Promise.all([1, 2, 3, 4, 5].map(() => login(username, 'guess')))
    expect(elsewhere.filter(({ status }) => status === 429)).toHaveLength(1)
    const statuses = await Promise.all([guess(), guess(), guess(), guess()])
    expect(statuses.map(({ status }) => status)).toEqual([401, 401, 401, 401])
    // the right one is not checked either
    for (const answer of [await guess(), await change(session, wish), await login(username, GOOD)])
      expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '300' } })
    app.clock.advance(300_000)
    expect((await change(session, wish)).status).toBe(200)
  })

  it('is for users: a token has no password', async () => {
    expect(await app.call(changeMyPassword, { body: wish })).toMatchObject({
      status: 400,
      body: { details: [{ message: 'User id is missing in request user object' }] },
    })
  })

  it('writes an event without the password', async () => {
    const text = JSON.stringify(await readEventLog(app, { limit: '100' }))
    expect(text).toContain('user-password-changed')
    expect(text).not.toContain(GOOD)
    expect(text).not.toContain('scrypt$')
  })
})
