import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const PATH = '/api/admin/email-subscription/productivity-report'
let app: TestBackend
beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'ann', roles: ['Viewer'] },
      { username: 'bob', roles: ['Viewer'] },
    ],
  })
})
afterAll(() => app.stop())

const subscriptionsOf = async (as: string) =>
  ((await app.call('GET', '/api/admin/user/profile', { as })).body as { subscriptions: string[] })
    .subscriptions
const eventsOf = async (type: string) =>
  app.backend.store.queries.selectFrom('events').select('data').where('type', '=', type).execute()

describe('an e-mail subscription', () => {
  it('is stored once for the caller only, and can be ended', async () => {
    expect(await subscriptionsOf('ann')).toEqual([])
    for (const _time of [1, 2]) expect((await app.call('PUT', PATH, { as: 'ann' })).status).toBe(202)
    expect(await subscriptionsOf('ann')).toEqual(['productivity-report'])
    expect(await subscriptionsOf('bob')).toEqual([])
    expect(await eventsOf('email-subscribed')).toHaveLength(1)
    for (const _time of [1, 2]) expect((await app.call('DELETE', PATH, { as: 'ann' })).status).toBe(202)
    expect(await subscriptionsOf('ann')).toEqual([])
    expect(await eventsOf('email-unsubscribed')).toHaveLength(1)
  })

  it('with an unknown name is 404, and a token has none', async () => {
    for (const method of ['PUT', 'DELETE']) {
      const unknown = await app.call(method, '/api/admin/email-subscription/gossip', { as: 'ann' })
      expect(unknown).toMatchObject({ status: 404, body: { name: 'NotFoundError' } })
      expect((await app.call(method, PATH)).status).toBe(400)
      expect((await app.call(method, PATH, { token: null })).status).toBe(401)
    }
  })
})
