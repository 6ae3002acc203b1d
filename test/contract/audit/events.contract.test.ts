import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readEventLog } from '#support/service/event-log.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { getEventsForToggle, getEventCreators, getEvents } from '#shared/audit/contract/events.ts'

const DAY = 24 * 60 * 60 * 1000
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({
    env: { HALYARD_BASE_URL: 'http://flags.example/' },
    users: [{ username: 'editor', roles: ['Editor'] }],
  })
  const create = (name: string, as?: string) =>
    app.call(createFeature, { params: { projectId: 'default' }, body: { name }, ...(as ? { as } : {}) })
  await create('first')
  await create('second', 'editor')
  app.clock.advance(DAY)
  await app.call(toggleFeatureEnvironmentOn, {
    params: { projectId: 'default', featureName: 'first', environment: 'production' },
  })
})
afterAll(() => app.stop())

interface Found {
  events: { id: number; type: string; groupId: string; createdByUserId: number; [field: string]: unknown }[]
  total: number
}
const search = async (query = '') => (await app.call('GET', `/api/admin/search/events${query}`)).body as Found
const types = async (query: string) => (await search(query)).events.map((one) => one.type)

describe('the events of a flag and the list of authors', () => {
  it('exist for existing flags only', async () => {
    const { body } = await app.call(getEventsForToggle, { params: { featureName: 'second' } })
    expect(body).toMatchObject({ version: 1, toggleName: 'second', totalEvents: 1 })
    expect((await app.call(getEventsForToggle, { params: { featureName: 'nope' } })).body).toMatchObject({
      events: [],
      totalEvents: 0,
    })
    expect((await app.call(getEventCreators)).body).toEqual([
      { id: -42, name: 'Unleash Admin Token' },
      { id: expect.any(Number) as number, name: 'editor' },
    ])
  })
})

describe('the event log', () => {
  it('is read oldest first by the window, and in its one order over HTTP', async () => {
    const newest = (await readEventLog(app, { limit: '1000' })).map(({ id }) => id)
    const oldest = (query: object) => readEventLog(app, { sortOrder: 'asc', ...query })
    expect((await oldest({ limit: '1000' })).map(({ id }) => id)).toEqual([...newest].reverse())
    expect((await oldest({ limit: '1', offset: '1' })).map(({ id }) => id)).toEqual([newest.at(-2)])
    const created = await oldest({ type: 'IS:feature-created' })
    expect(created.map(({ featureName }) => featureName)).toEqual(['first', 'second'])
    expect((await search('?sortOrder=asc')).events).toEqual((await search()).events)
  })

  it('has every write, newest first, with before and after, and one group per write', async () => {
    const { events, total } = await search()
    expect(events.map((one) => one.type)).toEqual([
      'feature-environment-enabled',
      'feature-strategy-add',
      'feature-created',
      'feature-created',
    ])
    expect(total).toBe(4)
    expect(events[0]?.groupId).toBe(events[1]?.groupId)
    expect(events[2]?.groupId).not.toBe(events[3]?.groupId)
    expect(events[3]).toMatchObject({
      createdBy: 'admin',
      createdByUserId: -42,
      featureName: 'first',
      project: 'default',
      environment: null,
      preData: null,
      data: { name: 'first', archived: false },
    })
    expect(events[2]).toMatchObject({ createdBy: 'editor' })
  })

  it('describes what happened in words, with links', async () => {
    expect((await search('?limit=1')).events[0]).toMatchObject({
      label: 'Flag enabled',
      summary:
        '**admin** enabled **[first](http://flags.example/projects/default/features/first)** for the **production** environment in project **[default](http://flags.example/projects/default)**',
    })
  })

  it.each([
    ['?feature=IS:second', ['feature-created']],
    ['?feature=IS_ANY_OF:first,second&type=IS:feature-created', ['feature-created', 'feature-created']],
    ['?environment=IS:production', ['feature-environment-enabled', 'feature-strategy-add']],
    ['?project=IS:nope', []],
    ['?from=IS:2026-11-22', ['feature-environment-enabled', 'feature-strategy-add']],
    ['?to=IS:2026-11-21', ['feature-created', 'feature-created']],
    ['?from=IS:2026-11-21&to=IS:2026-11-22&limit=1', ['feature-environment-enabled']],
    ['?query=SECOND', ['feature-created']],
    ['?query=100%25', []],
    ['?offset=3', ['feature-created']],
  ])('is filtered by %s', async (query, expected) => {
    expect(await types(query)).toEqual(expected)
  })

  it('is filtered by author, id and group', async () => {
    const { events } = await search()
    const [newest] = events
    expect(await types(`?createdBy=IS:${events[2]?.createdByUserId}`)).toEqual(['feature-created'])
    expect((await search(`?id=IS:${newest?.id}`)).events).toHaveLength(1)
    expect((await search(`?groupId=IS:${newest?.groupId}`)).total).toBe(2)
  })

  it('uses fifty for a limit that is out of range', async () => {
    expect((await search('?limit=0')).events).toHaveLength(4)
    expect((await search('?limit=5000')).events).toHaveLength(4)
  })

  it.each([
    ['?type=feature-created', '/query/type'],
    ['?from=IS:yesterday', '/query/from'],
    ['?limit=x', '/query/limit'],
  ])('refuses %s', async (query, path) => {
    const { status, body } = await app.call('GET', `/api/admin/search/events${query}`)
    expect([status, (body as { details: { path: string }[] }).details[0]?.path]).toEqual([400, path])
  })
})

describe('the deprecated list', () => {
  it('is for Admins, optionally by project', async () => {
    expect((await app.call(getEvents)).body).toMatchObject({
      version: 1,
      events: [{ type: 'feature-environment-enabled' }, {}, {}, {}],
    })
    expect((await app.call(getEvents, { query: { project: 'nope' } })).body).toEqual({
      version: 1,
      events: [],
    })
    expect((await app.call(getEvents, { as: 'editor' })).status).toBe(403)
  })
})
