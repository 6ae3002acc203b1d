import { readFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { BACKEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'

const LICENCE = '/api/admin/license'
const part = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url')
const keyOf = (claims: object) => `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}.c2lnbmF0dXJl`
const KEY = keyOf({ customer: 'Corp' })
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({ users: [{ username: 'viewer', roles: ['Viewer'] }] })
})
afterAll(() => app.stop())

const get = (at: string, more: object = {}) => app.call('GET', `/api/admin/${at}`, more)

describe('the licence', () => {
  it('is valid without a key, and has no limits', async () => {
    const { status, body } = await get('license')
    expect(status).toBe(200)
    expect(body).toEqual({
      isValid: true,
      type: 'none-required',
      instanceName: 'Halyard',
      instanceId: app.backend.services.instanceId,
      plan: 'enterprise',
    })
  })

  it('stores a key encrypted: neither the database nor the event log has it', async () => {
    const saved = await app.call('POST', LICENCE, { body: { token: ` ${KEY} ` } })
    expect(saved).toMatchObject({ status: 201, headers: { location: 'license' }, body: { token: KEY } })
    expect((await get('license')).body).toMatchObject({ token: KEY, isValid: true })
    const { body } = await get('search/events?limit=1')
    expect(body).toMatchObject({ events: [{ type: 'setting-updated' }] })
    expect(JSON.stringify(body)).not.toContain(KEY)
    await app.backend.store.durable()
    const { place: file, engine } = app.backend.store.status
    // a server's files are not ours to read
    if (engine !== 'sqlite') return
    for (const one of [file, `${file}-wal`]) expect(readFileSync(one).includes(KEY)).toBe(false)
    expect(path.isAbsolute(file)).toBe(true)
  })

  it.each([{}, { token: '' }, { token: '  ' }, { token: 'x'.repeat(10_001) }, { token: [7] }])(
    'rejects a key such as %j, and names the field',
    async (body) => {
      const answer = await app.call('POST', LICENCE, { body })
      expect(answer).toMatchObject({ status: 400, body: { details: [{ path: '/body/token' }] } })
    },
  )

  it.each([
    ['garbage', 'no licence key'],
    ['a.b.c', 'no licence key'],
    [`${part({})}.${part('text')}.x`, 'no licence key'],
    [`${part({})}.${part({})}.`, 'no licence key'],
    [keyOf({ exp: 1_600_000_000 }), 'expired at 2020-09-13'],
  ])('that is %s is told as invalid', async (token, message) => {
    const saved = await app.call('POST', LICENCE, { body: { token } })
    expect(saved).toMatchObject({ status: 201, body: { isValid: false, type: 'none-required', token } })
    expect((await get('license')).body).toMatchObject({ isValid: false })
    expect((await get('license/check')).body).toMatchObject({
      isValid: false,
      messageType: 'error',
      message: expect.stringContaining(message) as string,
    })
    // nothing is locked by it
    expect((await get('projects')).status).toBe(200)
  })

  it('has the end that its key names', async () => {
    await app.call('POST', LICENCE, { body: { token: keyOf({ exp: 4_000_000_000 }) } })
    expect((await get('license')).body).toMatchObject({ isValid: true, expireAt: '2096-10-02T07:06:40.000Z' })
  })

  it('is checked by every signed-in user, and read and set by Admins', async () => {
    const as = 'viewer'
    const check = await get('license/check', { as })
    expect(check).toMatchObject({ status: 200, body: { isValid: true, messageType: 'info' } })
    for (const at of ['license', 'licensed-users', 'invoices', 'invoices/list'])
      expect((await get(at, { as })).status).toBe(403)
    expect((await app.call('POST', LICENCE, { as, body: { token: 'x' } })).status).toBe(403)
    expect((await get('license/check', { token: null })).status).toBe(401)
  })
})

describe('a port that is told to require a licence', () => {
  const start = (contract: string, env: Record<string, string> = {}) =>
    startBackend({ contract, env: { HALYARD_REQUIRE_LICENCE: 'true', ...env } })

  it('refuses the Admin API until a valid key is stored, and serves SDKs', async () => {
    const other = await start('6')
    const projects = () => other.call('GET', '/api/admin/projects')
    expect(await projects()).toMatchObject({
      status: 403,
      body: {
        name: 'OperationDeniedError',
        message: expect.stringMatching(/none is stored.*POST \/api\/admin\/license/) as string,
      },
    })
    expect((await other.call('GET', `${LICENCE}/check`)).body).toMatchObject({
      isValid: false,
      messageType: 'error',
    })
    for (const at of ['user', 'ui-config', 'license'])
      expect((await other.call('GET', `/api/admin/${at}`)).status).toBe(200)
    expect((await other.call('GET', '/api/client/features', { token: BACKEND })).status).toBe(200)
    await other.call('POST', LICENCE, { body: { token: 'garbage' } })
    expect((await projects()).body).toMatchObject({
      message: expect.stringContaining('no licence key') as string,
    })
    const saved = await other.call('POST', LICENCE, { body: { token: KEY } })
    expect(saved.body).toMatchObject({ isValid: true, type: 'required' })
    expect((await projects()).status).toBe(200)
    await other.stop()
  })

  it.each([
    ['answers as a version before 6', '5', {}],
    ['is of another plan', '7', { HALYARD_PLAN: 'pro' }],
  ])('needs none where it %s', async (_name, contract, env) => {
    const other = await start(contract, env)
    expect((await other.call('GET', '/api/admin/projects')).status).toBe(200)
    await other.stop()
  })
})

describe('the list of invoices', () => {
  it('is empty', async () => {
    expect(await get('invoices')).toMatchObject({ status: 200, body: [] })
    expect(await get('invoices/list')).toMatchObject({ status: 200, body: { invoices: [] } })
  })
})

describe('the licensed users', () => {
  const read = async () =>
    (await get('licensed-users')).body as {
      seatCount: number
      licensedUsers: { current: number; history: { date: string; count: number }[] }
    }
  const monthsLater = async (months: number) => {
    const now = app.clock.now()
    const then = new Date(now)
    then.setUTCMonth(now.getUTCMonth() + months, 1)
    app.clock.advance(then.getTime() - now.getTime())
    await app.backend.runJobs()
  }

  it('are the users, with the maximum of each month', async () => {
    await app.backend.runJobs()
    const { seatCount, licensedUsers } = await read()
    const month = `${app.clock.now().toISOString().slice(0, 7)}-01T00:00:00.000Z`
    expect(seatCount).toBe(0)
    expect(licensedUsers).toEqual({ current: 2, history: [{ date: month, count: 2 }] })
    const { body } = await app.call('POST', '/api/admin/user-admin', {
      body: { username: 'third', rootRole: 3 },
    })
    expect((await read()).licensedUsers).toEqual({ current: 3, history: [{ date: month, count: 3 }] })
    await app.backend.runJobs()
    await app.call('DELETE', `/api/admin/user-admin/${(body as { id: number }).id}`)
    expect((await read()).licensedUsers).toEqual({ current: 2, history: [{ date: month, count: 3 }] })
  })

  it('are kept for 24 months', async () => {
    for (let month = 0; month < 30; month++) await monthsLater(1)
    const { history } = (await read()).licensedUsers
    expect(history).toHaveLength(24)
    expect(history.at(-1)?.date.slice(0, 7)).toBe(app.clock.now().toISOString().slice(0, 7))
    expect(history.map(({ date }) => date)).toEqual(history.map(({ date }) => date).sort())
  })
})
