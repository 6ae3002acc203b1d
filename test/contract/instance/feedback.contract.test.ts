import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const LIST = '/api/admin/feedback'
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({ users: [{ username: 'viewer', roles: ['Viewer'] }] })
})
afterAll(() => app.stop())

const give = (body: object, as: string | undefined = 'viewer') => app.call('POST', '/feedback', { as, body })

describe('feedback about the window', () => {
  it('is stored without a name, and read by Admins, newest first', async () => {
    const full = {
      category: 'search',
      userType: 'developer',
      difficultyScore: 6,
      positive: 'Fast',
      areasForImprovement: 'Filters',
    }
    const given = await give(full)
    expect(given.status).toBe(200)
    expect(given.body).toEqual({
      ...full,
      id: expect.any(Number) as number,
      createdAt: app.clock.now().toISOString(),
    })
    await give({ category: 'other' })
    const { status, body } = await app.call('GET', LIST)
    expect(status).toBe(200)
    expect(body).toMatchObject([
      { category: 'other', userType: null, difficultyScore: null, positive: null, areasForImprovement: null },
      full,
    ])
    expect(JSON.stringify(body)).not.toContain('viewer')
  })

  it.each([
    [{}, '/body/category'],
    [{ category: ' ' }, '/body/category'],
    [{ category: 'x'.repeat(101) }, '/body/category'],
    [{ category: 'x', difficultyScore: 11 }, '/body/difficultyScore'],
    [{ category: 'x', difficultyScore: 'hard' }, '/body/difficultyScore'],
    [{ category: 'x', positive: 'x'.repeat(5001) }, '/body/positive'],
    [{ category: 'x', areasForImprovement: [7] }, '/body/areasForImprovement'],
  ])('rejects %j', async (body, path) => {
    expect(await give(body)).toMatchObject({ status: 400, body: { details: [{ path }] } })
  })

  it('needs a sign-in, and its list an Admin', async () => {
    expect((await app.call('POST', '/feedback', { token: null, body: { category: 'x' } })).status).toBe(401)
    expect((await app.call('GET', LIST, { as: 'viewer' })).status).toBe(403)
    expect((await app.call('GET', LIST, { token: null })).status).toBe(401)
  })

  it('returns up to 500 entries, and stores at most 10,000', async () => {
    const createdAt = app.clock.now().toISOString()
    const rows = Array.from({ length: 501 }, () => ({ category: 'many', created_at: createdAt }))
    for (let round = 0; round < 21; round++)
      await app.backend.store.queries
        .insertInto('collected_feedback')
        .values(
          rows.map((row) => ({
            ...row,
            user_type: null,
            difficulty_score: null,
            positive: null,
            areas_for_improvement: null,
          })),
        )
        .execute()
    expect((await app.call('GET', LIST)).body).toHaveLength(500)
    await app.backend.runJobs()
    const { count } = await app.backend.store.queries
      .selectFrom('collected_feedback')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(10_000)
  })
})
