import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createApiToken } from '#shared/access/contract/api-tokens.ts'
import { createPat } from '#shared/access/contract/personal-tokens.ts'
import { createPublicSignupToken } from '#shared/access/contract/public-signup.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'
import { createUser } from '#shared/access/contract/users.ts'
import { diagnoseConnection } from '#shared/clients/contract/doctor.ts'
import { createCDNToken } from '#shared/clients/contract/edge-instances.ts'
import { getUpgradeReport } from '#shared/versions/contract/upgrade-report.ts'
import { logLines } from '#support/service/log-lines.ts'
import { ADMIN, BACKEND, FRONTEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'

const { logger, lines } = logLines()
const LATER = '2099-01-01T00:00:00.000Z'
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({
    logger,
    rateLimits: { perMinute: {} },
    users: [
      { username: 'viewer', roles: ['Viewer'] },
      { username: 'another', roles: ['Viewer'] },
    ],
  })
})
afterAll(() => app.stop())

async function ask(text: string, as?: string) {
  const { status, body } = await app.call(diagnoseConnection, { body: { text }, ...(as ? { as } : {}) })
  expect(status).toBe(200)
  expect(JSON.stringify(body)).not.toContain(text)
  return body
}
const tokenOf = async (text: string, as?: string) => (await ask(text, as)).subjects[0]?.token

describe('doctor of a running instance', () => {
  it('tells readers of tokens all about one', async () => {
    const created = await app.call(createApiToken, {
      body: { tokenName: 'shop', type: 'frontend', environment: 'development', expiresAt: LATER },
    })
    expect(await tokenOf(created.body.secret)).toEqual({
      state: 'valid',
      type: 'frontend',
      name: 'shop',
      projects: ['*'],
      environment: 'development',
      expiresAt: LATER,
      lastSeenAt: null,
    })
    expect((await ask('shop')).subjects[0]?.kind).toBe('name')
    expect((await ask('shop', 'viewer')).verdict).toBe('unrecognised')
  })

  it('tells others what the holder of a token could learn, and not why one is refused', async () => {
    const past = '2020-01-01T00:00:00.000Z'
    const expired = await app.call(createApiToken, {
      body: { tokenName: 'old', type: 'client', environment: 'development', expiresAt: past },
    })
    expect(await tokenOf(BACKEND, 'viewer')).toEqual({
      state: 'valid',
      type: 'client',
      projects: ['default'],
      environment: 'development',
    })
    expect(await tokenOf(expired.body.secret)).toMatchObject({ state: 'expired', name: 'old' })
    expect(await tokenOf(expired.body.secret, 'viewer')).toEqual({ state: 'refused' })
    const unknown = `default:development.${'0f'.repeat(28)}`
    expect(await tokenOf(unknown)).toEqual({ state: 'unknown' })
    expect(await tokenOf(unknown, 'viewer')).toEqual({ state: 'refused' })
  })

  it('does not count as a use of the token', async () => {
    const { body } = await app.call(createApiToken, {
      body: { tokenName: 'unused', type: 'client', environment: 'development' },
    })
    await ask(body.secret)
    expect(await tokenOf(body.secret)).toMatchObject({ lastSeenAt: null })
  })

  it('shows a personal access token to its owner and to Admins', async () => {
    const body = { description: 'nightly', expiresAt: LATER }
    const { secret = '' } = (await app.call(createPat, { as: 'viewer', body })).body
    const all = { state: 'valid', type: 'personal', name: 'nightly', owner: 'viewer' }
    expect(await tokenOf(secret, 'viewer')).toMatchObject(all)
    expect(await tokenOf(secret)).toMatchObject(all)
    expect(await tokenOf(secret, 'another')).toEqual({ state: 'valid', type: 'personal' })
    expect(await tokenOf(`user:${'0f'.repeat(28)}`, 'another')).toEqual({
      state: 'refused',
      type: 'personal',
    })
  })

  it('knows invite links and links to set a password, and uses none up', async () => {
    const invite = await app.call(createPublicSignupToken, { body: { name: 'all', expiresAt: LATER } })
    const body = { username: 'newcomer', email: 'newcomer@example.com', rootRole: 3 }
    const { inviteLink } = (await app.call(createUser, { body })).body
    for (const url of [invite.body.url, inviteLink, inviteLink])
      expect(await tokenOf(url, 'another')).toEqual({ state: 'valid' })
    const wrong = inviteLink.replace(/token=.{6}/, 'token=000000')
    expect(await tokenOf(wrong)).toEqual({ state: 'unknown' })
    expect(await tokenOf(wrong, 'another')).toEqual({ state: 'refused' })
    expect(await tokenOf(`${invite.body.url}0`, 'another')).toEqual({ state: 'refused' })
  })

  it('knows the names of tokens for a content delivery network, which have no secret', async () => {
    await app.call(createCDNToken, { body: { tokenName: 'cdn-eu', environment: 'development' } })
    const { subjects } = await ask('cdn-eu')
    expect(subjects[0]?.findings[0]).toMatchObject({ id: 'token-name' })
  })

  it('judges a token together with the URL beside it', async () => {
    const url = await app.backend.listen()
    const { verdict, subjects, snippet } = await ask(`${FRONTEND} at ${url}/api/client/features`)
    expect(verdict).toBe('problem')
    expect(subjects.flatMap(({ findings }) => findings.map(({ id }) => id))).toContain('token-wrong-kind')
    expect(snippet?.code).toContain(url)
    expect(snippet?.code).not.toContain(FRONTEND)
  })

  it('refuses nothing, and more text than it reads, with 400', async () => {
    for (const text of ['', '  ', 'a'.repeat(8001)]) {
      const { status, body } = await app.call('POST', '/api/admin/doctor', { body: { text } })
      expect([status, (body as { details: { path: string }[] }).details[0]?.path]).toEqual([
        400,
        '/body/text',
      ])
    }
    expect((await app.call('POST', '/api/admin/doctor', { body: { text: 'a' }, token: null })).status).toBe(
      401,
    )
    expect(
      (await app.call('POST', '/api/admin/doctor', { body: { text: 'a' }, token: BACKEND })).status,
    ).toBe(403)
  })

  it('leaves no trace of a secret in the log, the events and the report of calls', async () => {
    const secret = `default:development.${'ab'.repeat(28)}`
    const reset = `http://localhost:4242/reset-password?token=${'cd'.repeat(32)}`
    for (const text of [secret, reset, `Authorization: ${secret} ECONNREFUSED`]) await ask(text)
    await app.call('POST', '/api/admin/doctor', { body: { text: secret, more: secret } })
    await app.call('POST', '/api/admin/doctor', { body: [secret] })
    const events = await app.call(searchEvents)
    const report = await app.call(getUpgradeReport)
    expect(lines.join('')).toContain('/api/admin/doctor')
    for (const text of [lines.join(''), events.text, report.text])
      for (const hidden of ['ab'.repeat(28), 'cd'.repeat(32)]) expect(text).not.toContain(hidden)
    expect(lines.join('')).not.toContain(ADMIN)
  })
})
