import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { createUser } from '#shared/access/contract/users.ts'
import {
  changePassword,
  resetUserPassword,
  sendResetPasswordEmail,
} from '#shared/access/contract/passwords.ts'
import { getOutgoingEmails } from '#shared/instance/contract/email.ts'
import { getUiConfig } from '#shared/instance/contract/ui-config.ts'
import { headerOf, plainOf, startMailServer, type MailServer } from '#support/stand-ins/mail-server.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const VIEWER = 3
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
let server: MailServer
let app: TestBackend
beforeAll(async () => {
  server = await startMailServer()
  app = await startBackend({
    rateLimits: { perMinute: {} },
    emailTimes: server.times,
    env: {
      EMAIL_HOST: '127.0.0.1',
      EMAIL_PORT: String(server.port),
      EMAIL_SENDER: 'Flags <flags@example.com>',
      HALYARD_EMAIL_TLS: 'off',
      HALYARD_BASE_URL: 'https://flags.example.com',
    },
  })
})
afterAll(async () => {
  await app.stop()
  await server.stop()
})
afterEach(() => {
  for (const name of Object.keys(server.behaviour)) delete server.behaviour[name as 'dies']
  server.received.length = 0
})

let made = 0
const invite = async (body: Record<string, unknown> = {}) => {
  const email = `user${++made}@example.com`
  const { status, body: user } = await app.call(createUser, { body: { email, rootRole: VIEWER, ...body } })
  expect(status).toBe(201)
  return { ...user, address: email }
}
const mailsTo = (address: string) => server.received.filter(({ to }) => to.includes(address))
const stored = async (address: string) =>
  (await app.call(getOutgoingEmails)).body.emails.filter(({ recipient }) => recipient === address)
const settle = () => app.backend.services.emailOutbox.run()

describe('an invitation', () => {
  it('is sent once, with the link of the answer, as text and as HTML', async () => {
    const user = await invite({ name: 'Ann <b>' })
    expect(user.emailSent).toBe(true)
    await settle()
    const [mail, ...others] = mailsTo(user.address)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ from: 'flags@example.com', secure: false })
    expect(headerOf(mail!, 'subject')).toBe('You have been invited to Halyard')
    expect(headerOf(mail!, 'from')).toBe('Flags <flags@example.com>')
    expect(headerOf(mail!, 'auto-submitted')).toBe('auto-generated')
    expect(plainOf(mail!)).toContain(`\n${user.inviteLink}\n`)
    expect(plainOf(mail!)).toContain(`<a href="${user.inviteLink}"`)
    expect(plainOf(mail!)).toContain('Hello Ann <b>,')
    expect(plainOf(mail!)).toContain('<p>Hello Ann &lt;b&gt;,</p>')
    expect(await stored(user.address)).toMatchObject([
      { template: 'getting-started', state: 'sent', attempts: 1, error: null, nextAttemptAt: null },
    ])
  })

  it('is not sent where the request says so, or to a user without an address', async () => {
    const silent = await invite({ sendEmail: false })
    expect(silent.emailSent).toBe(false)
    const { body } = await app.call(createUser, { body: { username: 'nomail', rootRole: VIEWER } })
    expect(body.emailSent).toBe(false)
    await settle()
    expect(server.received).toEqual([])
  })

  it('keeps its link sealed in the outbox while it waits, and deletes it then', async () => {
    server.behaviour.refuseRecipient = 451
    const user = await invite()
    await settle()
    const secret = user.inviteLink.split('token=')[1] ?? 'none'
    const rowOf = () =>
      app.backend.store.queries
        .selectFrom('emails')
        .selectAll()
        .where('recipient', '=', user.address)
        .executeTakeFirstOrThrow()
    const waiting = await rowOf()
    expect(waiting).toMatchObject({ state: 'waiting', sealed_link: expect.stringMatching(/^v1\./) as string })
    expect(JSON.stringify(waiting)).not.toContain(secret)
    delete server.behaviour.refuseRecipient
    app.clock.advance(MINUTE_MS)
    await settle()
    expect(await rowOf()).toMatchObject({ state: 'sent', sealed_link: null, attempts: 2 })
  })
})

describe('a reset link', () => {
  it('of an Admin goes to the user as well, and replaces one that waits', async () => {
    const user = await invite()
    await settle()
    server.behaviour.refuseRecipient = 451
    await app.call(resetUserPassword, { body: { id: user.address } })
    await settle()
    delete server.behaviour.refuseRecipient
    const { body } = await app.call(resetUserPassword, { body: { id: user.address } })
    await settle()
    app.clock.advance(HOUR_MS)
    await settle()
    const links = mailsTo(user.address).slice(1)
    expect(links).toHaveLength(1)
    expect(plainOf(links[0]!)).toContain(`\n${body.resetPasswordUrl}\n`)
    expect((await stored(user.address)).map(({ state, error }) => [state, error])).toEqual([
      ['sent', null],
      ['failed', 'A newer link has replaced the one in it.'],
      ['sent', null],
    ])
  })

  it('is sent to who asks, works, and tells of the change; other links stay valid until then', async () => {
    const user = await invite()
    await settle()
    const { status, text } = await app.call(sendResetPasswordEmail, { body: { email: user.address } })
    expect([status, text]).toEqual([200, ''])
    await settle()
    const mail = mailsTo(user.address).at(-1)
    const token = /reset-password\?token=(\w+)/.exec(plainOf(mail!))?.[1] ?? ''
    const invited = user.inviteLink.split('token=')[1]
    const valid = await app.call('GET', `/auth/reset/validate?token=${invited}`, { token: null })
    expect(valid.status).toBe(200)
    const body = { token, password: 'Str0ng-Passw0rd-91' }
    expect((await app.call(changePassword, { body, token: null })).status).toBe(200)
    await settle()
    const notice = mailsTo(user.address).at(-1)
    expect(headerOf(notice!, 'subject')).toBe('Your password was changed')
    expect(mailsTo(user.address)).toHaveLength(3)
  })

  it('is answered alike where nobody has the address, and nothing is sent', async () => {
    const answer = await app.call(sendResetPasswordEmail, { body: { email: 'nobody@example.com' } })
    expect([answer.status, answer.text]).toEqual([200, ''])
    await settle()
    expect(server.received).toEqual([])
    expect(await stored('')).toEqual([])
  })
})

describe('a mail server that fails', () => {
  it.each([
    ['refuses the recipient', { refuseRecipient: 550 }, /^127\.0\.0\.1 refused the recipient: 550/],
    ['refuses the message', { refuseMessage: 554 }, /^127\.0\.0\.1 refused the message: 554/],
  ])('for good (%s) gets the e-mail once', async (_name, behaviour, error) => {
    Object.assign(server.behaviour, behaviour)
    const user = await invite()
    await settle()
    expect(await stored(user.address)).toMatchObject([
      { state: 'failed', attempts: 1, nextAttemptAt: null, error: expect.stringMatching(error) as string },
    ])
  })

  it.each([
    ['refuses for now', { refuseRecipient: 451 }, /refused the recipient: 451/],
    ['hangs before the greeting', { hangs: 'connection' as const }, /did not answer in time/],
    ['hangs after the message', { hangs: 'message' as const }, /did not answer in time/],
    ['dies after the message', { dies: true }, /closed the connection before it accepted/],
  ])('for now (%s) gets it again, with the same Message-ID', async (_name, behaviour, error) => {
    Object.assign(server.behaviour, behaviour)
    const user = await invite()
    await settle()
    expect(await stored(user.address)).toMatchObject([
      { state: 'waiting', attempts: 1, error: expect.stringMatching(error) as string },
    ])
    for (const name of Object.keys(behaviour)) delete server.behaviour[name as 'dies']
    app.clock.advance(MINUTE_MS)
    await settle()
    expect(await stored(user.address)).toMatchObject([{ state: 'sent', attempts: 2, error: null }])
    const ids = new Set(mailsTo(user.address).map((mail) => headerOf(mail, 'message-id')))
    expect([...ids]).toEqual([expect.stringMatching(/^<\d+\.[\w-]+@example\.com>$/)])
  })

  it('all day long is given up, after attempts that get rarer', async () => {
    server.behaviour.refuseRecipient = 451
    const user = await invite()
    const attempts = []
    for (let hour = 0; hour < 25; hour++) {
      await settle()
      attempts.push((await stored(user.address))[0]?.attempts ?? 0)
      app.clock.advance(HOUR_MS)
    }
    await settle()
    expect(Math.max(...attempts)).toBeLessThanOrEqual(8)
    const [email] = await stored(user.address)
    expect(email).toMatchObject({ state: 'failed', nextAttemptAt: null })
    expect(email?.error).toContain('451')
    const { sealed_link } = await app.backend.store.queries
      .selectFrom('emails')
      .select('sealed_link')
      .where('recipient', '=', user.address)
      .executeTakeFirstOrThrow()
    expect(sealed_link).toBeNull()
  })

  it('holds up all e-mails for a while, so that a queue does not wait for each', async () => {
    server.behaviour.hangs = 'connection'
    const users = [await invite(), await invite(), await invite()]
    const before = server.connections()
    await settle()
    expect(server.connections() - before).toBeLessThanOrEqual(1)
    delete server.behaviour.hangs
    app.clock.advance(MINUTE_MS)
    await settle()
    for (const { address } of users) expect(mailsTo(address)).toHaveLength(1)
  })

  it('holds up the others no longer for a clock that is set back', async () => {
    server.behaviour.hangs = 'connection'
    const [, ...others] = [await invite(), await invite(), await invite()]
    await settle()
    delete server.behaviour.hangs
    app.clock.jump(-60 * MINUTE_MS)
    app.clock.advance(MINUTE_MS)
    await settle()
    for (const { address } of others) expect(mailsTo(address)).toHaveLength(1)
  })
})

it('the configuration of pages says that e-mail is on', async () => {
  expect((await app.call(getUiConfig)).body.emailEnabled).toBe(true)
})
