import { readFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type TestBackend } from '../../support/start-backend.ts'

const LICENCE = '/api/admin/license'
const KEY = 'eyJhbGciOiJIUzI1NiJ9.licence-key-of-the-original'
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

  it.each([{}, { token: '' }, { token: '  ' }, { token: 'x'.repeat(10_001) }, { token: 7 }])(
    'rejects a key such as %j, and names the field',
    async (body) => {
      const answer = await app.call('POST', LICENCE, { body })
      expect(answer).toMatchObject({ status: 400, body: { details: [{ path: '/body/token' }] } })
    },
  )

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
