import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { userIdOf } from '#support/stages/access.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { getMe } from '#shared/access/contract/sessions.ts'
import { updateSplashSettings } from '#shared/instance/contract/user-prompts.ts'
import { deleteUser } from '#shared/access/contract/users.ts'

const NOW = '2026-11-21T12:00:00.000Z'
const ANN = { as: 'ann' }

let app: TestBackend
let ann: number
beforeAll(async () => {
  app = await startBackend({ users: ['ann', 'bob'].map((username) => ({ username, roles: ['Viewer'] })) })
  ann = await userIdOf(app, 'ann')
})
afterAll(() => app.stop())

const me = async (as: string) => (await app.call(getMe, { as })).body

describe('a splash page', () => {
  it('is shown to each user once', async () => {
    for (const id of ['tour', 'tour', 'constructor']) {
      const seen = await app.call(updateSplashSettings, { params: { id }, ...ANN })
      expect(seen).toMatchObject({ status: 200, body: { seen: true, splashId: id, userId: ann } })
    }
    expect(await me('ann')).toMatchObject({ splash: { constructor: true, tour: true } })
    expect(await me('bob')).toMatchObject({ splash: {} })
  })

  it('returns the same to a token, without effect', async () => {
    expect((await app.call(updateSplashSettings, { params: { id: 'tour' } })).body).toEqual({
      splashId: 'tour',
      seen: true,
    })
  })

  it.each(['x'.repeat(256), '__proto__'])('rejects the name %s', async (id) => {
    expect((await app.call(updateSplashSettings, { params: { id }, ...ANN })).status).toBe(400)
  })
})

describe('the feedback of a user', () => {
  const give = (body: unknown, as: object = ANN) => app.call('POST', '/api/admin/feedback', { body, ...as })
  const change = (body: unknown, as: object = ANN) =>
    app.call('PUT', '/api/admin/feedback/survey', { body, ...as })
  const own = { userId: 0, feedbackId: 'survey', given: NOW, neverShow: false }

  it('is stored, and can be changed', async () => {
    own.userId = ann
    expect(await give({ feedbackId: 'survey', neverShow: true })).toMatchObject({
      status: 200,
      body: { ...own, neverShow: true },
    })
    expect((await change({ neverShow: false })).body).toEqual(own)
    expect(await me('ann')).toMatchObject({ feedback: [own] })
    const given = '2026-01-02T04:04:05+01:00'
    expect((await change({ neverShow: true, given })).body).toEqual({
      ...own,
      neverShow: true,
      given: '2026-01-02T03:04:05.000Z',
    })
    expect((await change({ given: null })).body).toEqual({ ...own, neverShow: true, given: null })
  })

  it('always belongs to the caller', async () => {
    const bob = await userIdOf(app, 'bob')
    await change({ userId: ann, neverShow: false }, { as: 'bob' })
    expect(await me('bob')).toMatchObject({ feedback: [{ ...own, userId: bob }] })
    expect(await me('ann')).toMatchObject({ feedback: [{ userId: ann, neverShow: true }] })
    expect((await give({ feedbackId: 'survey' }, {})).body).toEqual({
      feedbackId: 'survey',
      given: NOW,
      neverShow: false,
    })
  })

  it('requires a subject', async () => {
    expect(await give({})).toMatchObject({ status: 400, body: { details: [{ path: '/body/feedbackId' }] } })
    expect(await change({ given: 'yesterday' })).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/given' }] },
    })
  })

  it('is deleted with its user', async () => {
    expect((await app.call(deleteUser, { params: { id: ann } })).status).toBe(200)
    const { queries } = app.backend.store
    const left = await queries.selectFrom('user_feedback').select('user_id').execute()
    expect(left).toEqual([{ user_id: await userIdOf(app, 'bob') }])
    expect(await queries.selectFrom('user_splash').selectAll().execute()).toEqual([])
  })
})
