import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createUser } from '#shared/access/contract/users.ts'
import {
  getEmailPreview,
  getEmailSettings,
  sendTestEmail,
  setEmailSettings,
} from '#shared/instance/contract/email.ts'
import { getUiConfig } from '#shared/instance/contract/ui-config.ts'
import { EMAIL_TEMPLATES } from '#shared/instance/rules/email-templates.ts'
import { createLogger } from '#kernel/logger.ts'
import { CERTIFICATE, headerOf, startMailServer, type MailServer } from '#support/stand-ins/mail-server.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const PASSWORD = 'smtp-password-1'
const recipient = 'ops@example.com'
let plain: MailServer
let tls: MailServer
let app: TestBackend
const log: string[] = []
const settings = (rest: Record<string, unknown> = {}) => ({
  enabled: true,
  host: '127.0.0.1',
  port: plain.port,
  secure: false,
  tls: 'off' as const,
  user: 'mailer',
  sender: 'Flags <flags@example.com>',
  ...rest,
})

beforeAll(async () => {
  plain = await startMailServer({ hideSTARTTLS: true, allowInsecureAuth: true })
  tls = await startMailServer({ secure: true })
  app = await startBackend({
    emailTimes: plain.times,
    env: { UNLEASH_ALLOW_LIST_INTEGRATION: '127.0.0.1,mail.example.test' },
    users: [{ username: 'vi', roles: ['Viewer'] }],
    logger: createLogger('debug', { write: (line) => void log.push(line) }),
  })
})
afterAll(async () => {
  await app.stop()
  await plain.stop()
  await tls.stop()
})

const set = (body: object) => app.call('PUT', '/api/admin/email/settings', { body })
const test = async () => (await app.call(sendTestEmail, { body: { recipient } })).body

describe('the settings of e-mail', () => {
  it('are off at first: links are copied, and no test can be sent', async () => {
    const { body } = await app.call(getEmailSettings)
    expect(body).toMatchObject({ enabled: false, source: 'none', host: '', hasPassword: false, waiting: 0 })
    expect(body.templates.map(({ id }) => id)).toEqual([...EMAIL_TEMPLATES])
    expect((await app.call(getUiConfig)).body.emailEnabled).toBe(false)
    const made = await app.call(createUser, { body: { email: 'off@example.com', rootRole: 3 } })
    expect(made.body.emailSent).toBe(false)
    const refused = await app.call(sendTestEmail, { body: { recipient } })
    expect(refused).toMatchObject({ status: 400, body: { name: 'BadDataError' } })
  })

  it('are stored with a sealed password, which is never shown', async () => {
    const { status, body, text } = await app.call(setEmailSettings, {
      body: { ...settings(), password: PASSWORD },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ enabled: true, source: 'window', hasPassword: true, user: 'mailer' })
    const read = await app.call(getEmailSettings)
    expect(read.body).toEqual(body)
    const rows = await app.backend.store.queries.selectFrom('settings').selectAll().execute()
    const events = await app.backend.store.queries
      .selectFrom('events')
      .selectAll()
      .where('type', '=', 'email-settings-updated')
      .execute()
    expect(events).toHaveLength(1)
    expect(JSON.stringify([text, read.text, rows, events])).not.toContain(PASSWORD)
    expect((await app.call(getUiConfig)).body.emailEnabled).toBe(true)
  })

  it.each([
    ['another host', { host: 'mail.example.test' }],
    ['another port', { port: 2525 }],
    ['another user', { user: 'other' }],
  ])('keep the password for its server alone: %s needs it again', async (_name, change) => {
    const refused = await set(settings(change))
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: '/body/password' }] } })
    expect((await app.call(setEmailSettings, { body: settings() })).body.hasPassword).toBe(true)
  })

  it.each([
    ['no host', { host: '' }, '/body/host'],
    ['a host with a path', { host: 'a/b' }, '/body/host'],
    ['no sender', { sender: '' }, '/body/sender'],
    ['a sender without an address', { sender: 'Flags' }, '/body/sender'],
    ['a port beyond all', { port: 70_000 }, '/body/port'],
    ['a private host', { host: '10.0.0.1' }, '/body/host'],
  ])('are refused with %s', async (_name, change, path) => {
    const refused = await set({ ...settings(change), password: PASSWORD })
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path }] } })
  })

  it('and all of e-mail are for Admins', async () => {
    for (const [method, path, body] of [
      ['GET', 'settings'],
      ['PUT', 'settings', settings()],
      ['GET', 'messages'],
      ['POST', 'test', { recipient }],
      ['GET', 'preview/text/test-message'],
    ] as const) {
      const { status } = await app.call(method, `/api/admin/email/${path}`, { as: 'vi', body })
      expect([path, status]).toEqual([path, 403])
    }
  })
})

describe('a test message', () => {
  it('shows the conversation without the password, and is in the event log', async () => {
    const { sent, error, conversation } = await test()
    expect([sent, error]).toEqual([true, null])
    const lines = conversation.map(({ from, text }) => `${from[0]}: ${text}`)
    expect(lines).toContainEqual(expect.stringMatching(/^c: AUTH \w+$/))
    expect(lines).toContainEqual('c: RCPT TO:<ops@example.com>')
    const shown = JSON.stringify(lines)
    for (const secret of [PASSWORD, Buffer.from(PASSWORD).toString('base64'), 'bWFpbGVy'])
      expect(shown).not.toContain(secret)
    expect(plain.received.at(-1)).toMatchObject({ to: [recipient], user: 'mailer' })
    expect(headerOf(plain.received.at(-1)!, 'subject')).toBe('Test message from Halyard')
    const { body } = await app.call('GET', '/api/admin/search/events?type=IS:setting-updated')
    expect(JSON.stringify(body)).not.toContain(PASSWORD)
  })

  it('with a wrong password says so', async () => {
    await app.call(setEmailSettings, { body: { ...settings(), password: 'wrong-password-2' } })
    const { sent, error, conversation } = await test()
    expect(sent).toBe(false)
    expect(error).toMatch(/^127\.0\.0\.1 did not accept the user name and the password: 535/)
    expect(JSON.stringify(conversation)).not.toMatch(/wrong-password|d3Jvbmct/)
  })

  it('to a server whose certificate is not trusted fails, and nothing is sent', async () => {
    const body = { ...settings({ port: tls.port, secure: true, tls: 'auto' }), password: PASSWORD }
    await app.call(setEmailSettings, { body })
    const { sent, error } = await test()
    expect(sent).toBe(false)
    expect(error).toMatch(
      /^This machine does not trust the certificate of 127\.0\.0\.1: .*issued by itself, valid to .*caFile/,
    )
    expect(tls.received).toEqual([])
  })

  it('to a refused recipient, a silent server or none says which', async () => {
    await app.call(setEmailSettings, { body: { ...settings({ user: '' }), password: '' } })
    plain.behaviour.refuseRecipient = 550
    expect((await test()).error).toMatch(/refused the recipient: 550/)
    delete plain.behaviour.refuseRecipient
    plain.behaviour.hangs = 'connection'
    expect((await test()).error).toBe('127.0.0.1 did not answer in time.')
    delete plain.behaviour.hangs
    await app.call(setEmailSettings, { body: settings({ user: '', port: 1 }) })
    expect((await test()).error).toBe('Nothing listens at 127.0.0.1: the connection was refused.')
  })

  it('is limited: too many at once get a 429', async () => {
    await app.call(setEmailSettings, { body: settings({ user: '' }) })
    plain.behaviour.hangs = 'message'
    const all = await Promise.all(
      Array.from({ length: 6 }, () => app.call(sendTestEmail, { body: { recipient } })),
    )
    delete plain.behaviour.hangs
    expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429])
  })
})

describe('a preview', () => {
  it.each(EMAIL_TEMPLATES)('of %s is a page, or a text', async (template) => {
    const html = await app.call(getEmailPreview, { params: { format: 'html', template } })
    expect([html.status, html.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(html.text).toMatch(/^<!doctype html>/)
    const text = await app.call(getEmailPreview, { params: { format: 'text', template } })
    expect([text.status, text.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(html.text + text.text).not.toMatch(/\{\{|undefined|\[object/)
  })

  it('of another name or format is not found', async () => {
    for (const path of ['html/gossip', 'pdf/test-message'])
      expect(await app.call('GET', `/api/admin/email/preview/${path}`)).toMatchObject({ status: 404 })
  })
})

it('no line of the log has a password or a link', () => {
  expect(log.join('\n')).not.toMatch(/smtp-password|wrong-password|token=/)
})

describe('settings of the service', () => {
  it('win, use TLS with an authority of their own, and cannot be changed in the window', async () => {
    const own = await startBackend({
      emailTimes: plain.times,
      env: {
        EMAIL_HOST: 'localhost',
        EMAIL_PORT: String(tls.port),
        EMAIL_SECURE: 'true',
        EMAIL_USER: 'mailer',
        EMAIL_PASSWORD: PASSWORD,
        HALYARD_CA_FILE: CERTIFICATE,
      },
    })
    const { body } = await own.call(getEmailSettings)
    expect(body).toMatchObject({ source: 'environment', enabled: true, hasPassword: true, secure: true })
    expect(JSON.stringify(body)).not.toContain(PASSWORD)
    const refused = await own.call('PUT', '/api/admin/email/settings', { body: settings() })
    expect(refused).toMatchObject({ status: 400, body: { name: 'BadDataError' } })
    const sent = await own.call(sendTestEmail, { body: { recipient } })
    expect(sent.body).toMatchObject({ sent: true, error: null })
    expect(tls.received.at(-1)).toMatchObject({ secure: true, user: 'mailer', from: 'halyard@localhost' })
    await own.stop()
  })

  it('begin TLS where the server offers it, and send no password without', async () => {
    const offering = await startMailServer()
    const start = (port: number, host: string) =>
      startBackend({
        emailTimes: plain.times,
        env: {
          EMAIL_HOST: host,
          EMAIL_PORT: String(port),
          EMAIL_USER: 'mailer',
          EMAIL_PASSWORD: PASSWORD,
          EMAIL_SENDER: 'flags@example.com',
          HALYARD_CA_FILE: CERTIFICATE,
        },
      })
    const upgraded = await start(offering.port, 'localhost')
    expect((await upgraded.call(sendTestEmail, { body: { recipient } })).body.error).toBeNull()
    expect(offering.received).toMatchObject([{ secure: true, user: 'mailer' }])
    await upgraded.stop()
    // the upgrade by STARTTLS names the certificate, too
    const distrustful = await startBackend({
      emailTimes: plain.times,
      env: { EMAIL_HOST: 'localhost', EMAIL_PORT: String(offering.port), EMAIL_SENDER: 'flags@example.com' },
    })
    expect((await distrustful.call(sendTestEmail, { body: { recipient } })).body).toMatchObject({
      sent: false,
      error: expect.stringMatching(/^This machine does not trust the certificate of localhost: /) as string,
    })
    await distrustful.stop()
    // not one of the names of this machine: the password would leave it
    const bare = await start(plain.port, '0.0.0.0')
    const { body } = await bare.call(sendTestEmail, { body: { recipient } })
    expect(body.sent).toBe(false)
    expect(JSON.stringify(body.conversation)).not.toMatch(/AUTH [A-Z]+"/)
    await bare.stop()
    await offering.stop()
  })
})
