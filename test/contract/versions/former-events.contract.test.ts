import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createProject } from '#shared/projects/contract/project-lifecycle.ts'
import { createFeature, archiveFeature } from '#shared/flags/contract/features.ts'

/** Contract 6: the search of the event log as a POST. */
const PATH = '/api/admin/events/search'
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({ contract: '6', users: [{ username: 'viewer', roles: ['Viewer'] }] })
  for (const id of ['other', 'secret'])
    await app.call(createProject, { body: { id, name: id, ...(id === 'secret' ? { mode: 'private' } : {}) } })
  for (const project of ['default', 'other', 'secret'])
    for (const name of [`${project}-one`, `${project}-two`])
      await app.call(createFeature, { params: { projectId: project }, body: { name } })
  await app.call(archiveFeature, { params: { projectId: 'default', featureName: 'default-one' } })
})
afterAll(() => app.stop())

interface Found {
  version: number
  events: { id: number; type: string; featureName: string | null; project: string | null }[]
  totalEvents: number
}
const search = async (body: object, as?: string) => {
  const answer = await app.call('POST', PATH, { body, ...(as ? { as } : {}) })
  expect(answer.status, answer.text).toBe(200)
  return answer.body as Found
}
const idsOf = ({ events }: Pick<Found, 'events'>) => events.map(({ id }) => id)
const today = async (query: string) => {
  const { body } = await app.call('GET', `/api/admin/search/events?limit=100&${query}`)
  return body as { events: Found['events']; total: number }
}

describe('the search of the event log', () => {
  it.each<[object, string]>([
    [{}, ''],
    [{ type: 'feature-created' }, 'type=IS:feature-created'],
    [{ project: 'other' }, 'project=IS:other'],
    [{ feature: 'default-one' }, 'feature=IS:default-one'],
    [{ query: 'DEFAULT-ONE' }, 'query=DEFAULT-ONE'],
    [
      { type: 'feature-created', project: 'default', feature: '' },
      'type=IS:feature-created&project=IS:default',
    ],
    [{ type: 'nonsense' }, 'type=IS:nonsense'],
  ])('by %j finds the same as GET', async (body, query) => {
    const found = await search(body)
    const { events, total } = await today(query)
    expect(found.version).toBe(1)
    expect([idsOf(found), found.totalEvents]).toEqual([idsOf({ events }), total])
    expect(total > 0).toBe(!query.includes('nonsense'))
  })

  it('treats each text as one value: a comma separates nothing', async () => {
    expect((await search({ project: 'default,other' })).totalEvents).toBe(0)
  })

  it('pages through the log', async () => {
    const all = idsOf(await search({}))
    const pages = [await search({ limit: 3 }), await search({ limit: 3, offset: 3 })]
    expect(pages.map((page) => page.totalEvents)).toEqual([all.length, all.length])
    expect(pages.flatMap(idsOf)).toEqual(all.slice(0, 6))
    expect(idsOf(await search({ offset: Number.MAX_SAFE_INTEGER }))).toEqual([])
  })

  it('omits private projects that the caller cannot see', async () => {
    expect((await search({ project: 'secret' })).totalEvents).toBeGreaterThan(0)
    expect((await search({ project: 'secret' }, 'viewer')).totalEvents).toBe(0)
    expect((await search({ query: 'secret-one' }, 'viewer')).events).toEqual([])
  })

  it.each([
    [{ limit: 0 }, '/body/limit'],
    [{ limit: 101 }, '/body/limit'],
    [{ offset: -1 }, '/body/offset'],
    [{ type: [5] }, '/body/type'],
  ])('rejects %j, and names the field', async (body, path) => {
    const answer = await app.call('POST', PATH, { body })
    expect(answer).toMatchObject({ status: 400, body: { name: 'ValidationError', details: [{ path }] } })
  })
})
