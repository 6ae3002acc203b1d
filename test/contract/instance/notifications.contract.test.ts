import { beforeEach, describe, expect, it } from 'vitest'

import type { Notification } from '#shared/instance/contract/notifications.ts'
import { enabling, useRequests } from '#support/stages/change-request-stage.ts'
import { REQUESTS } from '#support/stages/change-requests.ts'

const NOTIFICATIONS = '/api/admin/notifications'
const stage = useRequests()
beforeEach(() => stage.app.backend.store.queries.deleteFrom('notifications').execute())

const of = async (as: string) => (await stage.app.call('GET', NOTIFICATIONS, { as })).body as Notification[]
const read = (ids: number[], as: string) =>
  stage.app.call('POST', `${NOTIFICATIONS}/read`, { as, body: { notifications: ids } })
const idOf = async (username: string) => {
  const { id } = await stage.app.backend.store.queries
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return id
}
async function request() {
  const { id } = await stage.requests.add(enabling(stage.flag, true))
  return id
}
const ask = async (id: number, reviewer: string) =>
  stage.app.call('PUT', `${REQUESTS}/${id}/approvers`, {
    as: 'author',
    body: { reviewers: [await idOf(reviewer)] },
  })

describe('a notification of a change request', () => {
  it('goes to the requested reviewers once, and to nobody else', async () => {
    const id = await request()
    expect((await ask(id, 'reviewer')).status).toBe(204)
    await stage.requests.move(id, 'In review')
    const [only, ...more] = await of('reviewer')
    expect(more).toEqual([])
    expect(only).toMatchObject({
      message: `author asks you to review Change request #${id}`,
      link: `/projects/default/change-requests/${id}`,
      notificationType: 'change-request',
      createdBy: { username: 'author' },
      readAt: null,
    })
    expect(only?.createdBy.imageUrl).toMatch(/^https:\/\/gravatar\.com\/avatar\/[0-9a-f]{64}/)
    for (const other of ['author', 'second reviewer', 'viewer']) expect(await of(other)).toEqual([])
  })

  it('tells the author about others’ actions, newest first, and not about the author’s own', async () => {
    const id = await request()
    await stage.requests.move(id, 'In review')
    await stage.app.call('POST', `${REQUESTS}/${id}/comments`, { as: 'reviewer', body: { text: 'Why?' } })
    await stage.app.call('POST', `${REQUESTS}/${id}/comments`, { as: 'author', body: { text: 'So.' } })
    await stage.requests.move(id, 'Approved', 'reviewer')
    await stage.requests.move(id, 'Applied', 'applier')
    const found = await of('author')
    expect(found.map(({ message }) => message.split(' ').slice(0, 2).join(' '))).toEqual([
      'applier applied',
      'reviewer approved',
      'reviewer commented',
    ])
  })

  it('is part of the write, and is not stored when the write fails', async () => {
    const id = await request()
    const answer = await stage.requests.put(id, 'Approved', 'viewer')
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await of('author')).toEqual([])
  })
})

describe('a notification of a flag', () => {
  const turn = (on: boolean, as: string) =>
    stage.app.call(
      'POST',
      `/api/admin/projects/default/features/${stage.flag}/environments/development/${on ? 'on' : 'off'}`,
      { as },
    )

  it('goes to users with the flag among their favourites, but not to the author of the change', async () => {
    for (const as of ['viewer', 'editor'])
      expect(
        (
          await stage.app.call('POST', `/api/admin/projects/default/features/${stage.flag}/favorites`, {
            as,
            body: {},
          })
        ).status,
      ).toBe(200)
    const strategies = `/api/admin/projects/default/features/${stage.flag}/environments/development/strategies`
    await stage.app.call('POST', strategies, { body: { name: 'default' } })
    expect((await turn(true, 'editor')).status).toBe(200)
    expect(await of('viewer')).toMatchObject([
      {
        message: `editor turned ${stage.flag} on in development`,
        link: `/projects/default/features/${stage.flag}`,
        notificationType: 'toggle',
      },
    ])
    expect(await of('editor')).toEqual([])
    expect(await of('root')).toEqual([])
  })
})

describe('reading notifications', () => {
  it('marks only those of the caller, and keeps the first time', async () => {
    const id = await request()
    await ask(id, 'reviewer')
    const [one] = await of('reviewer')
    expect((await read([one?.id ?? 0], 'viewer')).status).toBe(200)
    expect((await of('reviewer'))[0]?.readAt).toBeNull()
    expect(await read([one?.id ?? 0, 4711], 'reviewer')).toMatchObject({ status: 200, text: '' })
    const at = (await of('reviewer'))[0]?.readAt
    expect(at).toBe(stage.app.clock.now().toISOString())
    stage.app.clock.advance(1000)
    await read([one?.id ?? 0], 'reviewer')
    expect((await of('reviewer'))[0]?.readAt).toBe(at)
  })

  it.each([{}, { notifications: 'all' }, { notifications: [-1] }, { notifications: [1.5] }])(
    'rejects %j',
    async (body) => {
      const answer = await stage.app.call('POST', `${NOTIFICATIONS}/read`, { as: 'viewer', body })
      expect(answer.status).toBe(400)
    },
  )

  it('returns the newest hundred', async () => {
    const userId = await idOf('viewer')
    const rows = Array.from({ length: 130 }, (_none, n) => ({
      user_id: userId,
      project: 'default',
      notification_type: 'toggle' as const,
      message: `m${n}`,
      link: '/',
      created_by: 'x',
      created_by_user_id: 1,
      created_at: stage.app.clock.now().toISOString(),
    }))
    await stage.app.backend.store.queries.insertInto('notifications').values(rows).execute()
    const found = await of('viewer')
    expect(found).toHaveLength(100)
    expect(found[0]?.message).toBe('m129')
  })

  it('needs a sign-in; an API token has no notifications', async () => {
    expect((await stage.app.call('GET', NOTIFICATIONS, { token: null })).status).toBe(401)
    expect((await stage.app.call('GET', NOTIFICATIONS)).body).toEqual([])
    expect(
      (await stage.app.call('POST', `${NOTIFICATIONS}/read`, { body: { notifications: [1] } })).status,
    ).toBe(200)
  })

  it('omits notifications of projects that became private', async () => {
    const userId = await idOf('viewer')
    await stage.app.backend.store.queries
      .insertInto('notifications')
      .values({
        user_id: userId,
        project: 'other',
        notification_type: 'toggle',
        message: 'secret',
        link: '/',
        created_by: 'x',
        created_by_user_id: 1,
        created_at: stage.app.clock.now().toISOString(),
      })
      .execute()
    expect(await of('viewer')).toHaveLength(1)
    await stage.app.call('PUT', '/api/admin/projects/other/settings', { body: { mode: 'private' } })
    expect(await of('viewer')).toEqual([])
  })
})
