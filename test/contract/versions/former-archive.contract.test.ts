import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addProject } from '#support/stages/projects.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

/** Contract 6: the lists of archived flags, which the search answers now. */
const LIST = '/api/admin/archive/features'
const SEARCH = '/api/admin/search/features?archived=IS:true&sortBy=name&limit=100'
/** More than a page of the search. */
const MANY = 120
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({
    contract: '6',
    users: [
      { username: 'ann', roles: ['Editor'] },
      { username: 'outsider', roles: ['Viewer'] },
    ],
  })
  await addProject(app, 'other')
  await app.call('POST', '/api/admin/projects', { body: { id: 'secret', name: 'secret', mode: 'private' } })
  await archive('default', 'flag-b', 'flag-a')
  await archive('other', 'other-flag')
  await archive('secret', 'secret-flag')
  await app.call('POST', '/api/admin/projects/default/features', { body: { name: 'alive' } })
})
afterAll(() => app.stop())

interface Listed {
  version: number
  features: ({ name: string } & Record<string, unknown>)[]
}
async function archive(project: string, ...names: string[]): Promise<void> {
  for (const name of names)
    await app.call('POST', `/api/admin/projects/${project}/features`, {
      body: { name, impressionData: true },
    })
  const body = { features: names }
  expect((await app.call('POST', `/api/admin/projects/${project}/archive`, { body })).status).toBe(202)
}
const list = async (of = '', as?: string) => {
  const { status, body } = await app.call('GET', `${LIST}${of}`, as ? { as } : {})
  expect(status).toBe(200)
  return body as Listed
}
const namesOf = ({ features }: Listed) => features.map(({ name }) => name)
const search = async (filter = '', as?: string) =>
  (await app.call('GET', `${SEARCH}${filter}`, as ? { as } : {})).body as Listed

describe('the archived flags', () => {
  it('are all listed by name, in every project, as in the search', async () => {
    const listed = await list()
    expect(namesOf(listed)).toEqual(['flag-a', 'flag-b', 'other-flag', 'secret-flag'])
    expect(namesOf(listed)).toEqual(namesOf(await search()))
    const [found] = (await search()).features
    const [first] = listed.features
    const { archived, environments, ...flag } = { ...first }
    expect(found).toMatchObject(flag)
    expect(archived).toBe(true)
    expect(environments).toEqual([
      { name: 'development', enabled: false, lastSeenAt: null },
      { name: 'production', enabled: false, lastSeenAt: null },
    ])
    expect(listed).toMatchObject({
      version: 2,
      features: [{ archivedAt: app.clock.now().toISOString() }, {}, {}, {}],
    })
  })

  it('are listed by project', async () => {
    expect(namesOf(await list('/default'))).toEqual(['flag-a', 'flag-b'])
    expect(namesOf(await list('/other'))).toEqual(namesOf(await search('&project=IS:other')))
  })

  it('are those of one project, never of several', async () => {
    expect((await app.call('GET', `${LIST}/${encodeURIComponent('default,other')}`)).status).toBe(404)
  })

  it('of a private project are hidden from users who cannot see it', async () => {
    expect(namesOf(await list('', 'outsider'))).toEqual(['flag-a', 'flag-b', 'other-flag'])
    for (const project of ['secret', 'nope'])
      expect(await app.call('GET', `${LIST}/${project}`, { as: 'outsider' })).toMatchObject({
        status: 404,
        body: { message: 'No project found' },
      })
  })

  it('have the favourites of the caller', async () => {
    await app.call('POST', '/api/admin/projects/default/features/flag-b/favorites', { as: 'ann' })
    const favorites = async (as?: string) =>
      ((await list('/default', as)).features as { favorite?: boolean }[]).map((flag) => flag.favorite)
    expect(await favorites('ann')).toEqual([false, true])
    expect(await favorites()).toEqual([false, false])
  })

  it('are not paged', async () => {
    await addProject(app, 'full')
    await archive('full', ...Array.from({ length: MANY }, (_none, index) => `many-${index}`))
    const names = namesOf(await list('/full'))
    expect(new Set(names).size).toBe(MANY)
    expect(names).toEqual([...names].sort())
  })
})
