import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addManyEvents } from '#support/runner/many-rows.ts'
import { addProject } from '#support/stages/projects.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { getEventCreators } from '#shared/audit/contract/events.ts'
import { getInstanceAdminStats } from '#shared/instance/contract/instance-statistics.ts'

/** More than one window of ids, so that windows meet in the midst of what is found. */
const COUNT = 20_000
const EVENTS = '/api/admin/search/events'

interface Found {
  events: { id: number; type: string; createdByUserId: number; project: string | null; createdAt: string }[]
  total: number
}

let app: TestBackend
let all: Found['events']

beforeAll(async () => {
  app = await startBackend({ users: [{ username: 'viewer', roles: ['Viewer'] }] })
  await addProject(app, 'secret')
  const { store } = app.backend
  await store.transaction((queries) => addManyEvents(queries, { count: COUNT / 2, authors: 700 }))
  await store.transaction((queries) =>
    addManyEvents(queries, {
      count: COUNT / 2,
      project: 'secret',
      authors: 900,
      from: '2026-10-02T00:00:00.000Z',
    }),
  )
  await app.call('PUT', '/api/admin/projects/secret/settings', {
    body: { mode: 'private', defaultStickiness: 'default' },
  })
  const rows = await store.queries.selectFrom('events').selectAll().orderBy('id', 'desc').execute()
  all = rows.map((row) => ({
    id: row.id,
    type: row.type,
    createdByUserId: row.created_by_user_id,
    project: row.project,
    createdAt: row.created_at,
  }))
})
afterAll(() => app.stop())

const search = async (query: string, as?: string) => {
  const { status, body } = await app.call('GET', `${EVENTS}?${query}`, as ? { as } : {})
  expect(status).toBe(200)
  return body as Found
}
const ids = (found: { id: number }[]) => found.map(({ id }) => id)

describe('the event log, read in windows', () => {
  it.each([
    ['limit=10', () => true],
    ['limit=1000&offset=7777', () => true],
    ['limit=5&offset=999999', () => true],
    [
      'type=IS:feature-metadata-updated&offset=3000',
      ({ type }: Found['events'][number]) => type === 'feature-metadata-updated',
    ],
    [
      'type=IS_ANY_OF:feature-metadata-updated,api-token-created&limit=700',
      ({ type }: Found['events'][number]) =>
        type === 'feature-metadata-updated' || type === 'api-token-created',
    ],
    ['createdBy=IS:1007&limit=1000', (one: Found['events'][number]) => one.createdByUserId === 1007],
    [
      'project=IS:default&offset=9000&limit=1000',
      (one: Found['events'][number]) => one.project === 'default',
    ],
    ['from=IS:2026-10-02', ({ createdAt }: Found['events'][number]) => createdAt >= '2026-10-02'],
    [
      'from=IS:2026-10-02&to=IS:2026-10-02&type=IS:feature-metadata-updated',
      ({ createdAt, type }: Found['events'][number]) =>
        createdAt.startsWith('2026-10-02') && type === 'feature-metadata-updated',
    ],
    ['to=IS:2026-10-01&limit=3', ({ createdAt }: Found['events'][number]) => createdAt < '2026-10-02'],
  ])('returns for %s the same as one pass over the whole log', async (query, isWanted) => {
    const wanted = all.filter(isWanted)
    const offset = Number(/offset=(\d+)/.exec(query)?.[1] ?? 0)
    const limit = Number(/limit=(\d+)/.exec(query)?.[1] ?? 50)
    const { events, total } = await search(query)
    expect([ids(events), total]).toEqual([ids(wanted.slice(offset, offset + limit)), wanted.length])
  })

  it('finds a text in any letter case, counts every match, and treats no character as a pattern', async () => {
    const { events, total } = await search('query=CHECKOUT%20of%20the%20shop,%20number%20123&limit=1000')
    // 123, 1230 to 1239 and so on, in both projects, without those of no project
    const numbers = Array.from({ length: COUNT / 2 }, (_, n) => n + 1).filter((n) => n % 50 !== 0)
    const wanted = 2 * numbers.filter((n) => String(n).startsWith('123')).length
    expect([events.length, total]).toEqual([wanted, wanted])
    expect((await search('query=flag%25')).total).toBe(0)
  })

  it('omits events of a hidden project, also from counts', async () => {
    const { events, total } = await search('limit=1000', 'viewer')
    const visible = await app.backend.store.queries
      .selectFrom('events')
      .select('id')
      .where('data', 'not like', '%"secret"%')
      .where((eb) => eb.or([eb('project', 'is', null), eb('project', '!=', 'secret')]))
      .orderBy('id', 'desc')
      .execute()
    expect([ids(events), total]).toEqual([ids(visible).slice(0, 1000), visible.length])
    const creators = (await app.call(getEventCreators, { as: 'viewer' })).body
    // the admin token has only created the hidden project
    expect(creators).toHaveLength(700)
  })

  it('lists every author once, by their newest event if they are not users', async () => {
    const { body } = await app.call(getEventCreators)
    const creators = body
    const authors = new Set(all.map(({ createdByUserId }) => createdByUserId))
    expect(creators.map(({ id }) => id)).toEqual([...authors].sort((a, b) => a - b))
    expect(creators.find(({ id }) => id === 1003)).toEqual({ id: 1003, name: 'user-3' })
  })

  it('counts partial days in the statistics of production changes', async () => {
    const { store } = app.backend
    const at = new Date(app.clock.now().getTime() - 30 * 24 * 60 * 60 * 1000).getTime()
    const events = await store.queries.selectFrom('events').select('id').orderBy('id').limit(4).execute()
    const instants = [at - 1000, at, at + 1000, at + 40 * 60 * 60 * 1000]
    for (const [index, { id }] of events.entries())
      await store.queries
        .insertInto('events')
        .columns([
          'type',
          'created_by',
          'created_by_user_id',
          'created_at',
          'environment',
          'tags',
          'group_id',
          'affects_clients',
        ])
        .expression((eb) =>
          eb
            .selectFrom('events')
            .select([
              'type',
              'created_by',
              'created_by_user_id',
              eb.val(new Date(instants[index] ?? 0).toISOString()).as('at'),
              eb.val('production').as('environment'),
              'tags',
              'group_id',
              'affects_clients',
            ])
            .where('id', '=', id),
        )
        .execute()
    const { body } = await app.call(getInstanceAdminStats)
    expect(body).toMatchObject({ productionChanges: { last30: 3, last60: 4, last90: 4 } })
  })
})

describe('the count of events per day', () => {
  it('follows every insert and delete', async () => {
    const { queries } = app.backend.store
    const days = () =>
      queries.selectFrom('event_days').selectAll().orderBy('day').orderBy('environment').execute()
    const counted = async () => {
      const rows = await queries
        .selectFrom('events')
        .select((eb) => [
          eb.fn<string>('substr', ['created_at', eb.val(1), eb.val(10)]).as('day'),
          eb.fn.coalesce('environment', eb.val('')).as('environment'),
          eb.fn.countAll<number>().as('events'),
        ])
        .groupBy(['day', 'environment'])
        .orderBy('day')
        .orderBy('environment')
        .execute()
      return rows.map(({ day, environment, events }) => [day, environment, events])
    }
    const short = async () => (await days()).map(({ day, environment, events }) => [day, environment, events])
    expect(await short()).toEqual(await counted())
    await queries.deleteFrom('events').where('id', '<=', 9000).execute()
    expect(await short()).toEqual(await counted())
  })
})
