import { afterAll, beforeAll, expect, it } from 'vitest'

import { getEvents, getEventsForToggle, searchEvents } from '#shared/audit/contract/events.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { addFeatureStrategy, updateFeatureStrategy } from '#shared/flags/contract/strategies.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const UPDATES = 60
/** Characters of a page (store/rows-within.ts), and what JSON adds to them. */
const MOST = 4_500_000
const place = { projectId: 'default', featureName: 'large', environment: 'development' }
let app: TestBackend

const body = (nr: number) => ({
  name: 'flexibleRollout',
  constraints: ['userId', 'sessionId', 'appName'].map((contextName) => ({
    contextName,
    operator: 'IN' as const,
    values: Array.from({ length: 240 }, (_, index) => `${nr}-${index}`.padEnd(95, 'x')),
  })),
})

beforeAll(async () => {
  app = await startBackend({ users: [{ username: 'viewer', roles: ['Viewer'] }] })
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'large' } })
  const { body: added, status, text } = await app.call(addFeatureStrategy, { params: place, body: body(0) })
  expect(status, text).toBe(200)
  for (let nr = 1; nr <= UPDATES; nr++)
    await app.call(updateFeatureStrategy, { params: { ...place, strategyId: added.id }, body: body(nr) })
})
afterAll(() => app.stop())

const search = (query: Record<string, string>) => app.call(searchEvents, { as: 'viewer', query })

it('a page of events ends at its size, and the next begins there, with the same total', async () => {
  const { body: short } = await search({ limit: '1', query: 'nothing has this text' })
  expect(short).toEqual({ events: [], total: 0 })
  const total = (await search({ limit: '1' })).body.total
  const ids: number[] = []
  let pages = 0
  for (; ids.length < total; pages++) {
    const { status, body, text } = await search({ limit: '1000', offset: String(ids.length) })
    expect(status).toBe(200)
    expect(text.length).toBeLessThan(MOST)
    expect(body.total).toBe(total)
    expect(body.events.length).toBeGreaterThan(0)
    ids.push(...body.events.map(({ id }) => id))
  }
  expect(pages).toBeGreaterThan(2)
  expect(new Set(ids).size).toBe(total)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
})

it('with a filter the total is counted to the end as well', async () => {
  const { body } = await search({ limit: '1000', feature: 'IS:large', query: 'x' })
  expect(body.total).toBeGreaterThan(UPDATES)
  expect(body.events.length).toBeLessThan(40)
})

it('the lists without pages end at the same size', async () => {
  const ofFlag = await app.call(getEventsForToggle, { as: 'viewer', params: { featureName: 'large' } })
  expect(ofFlag.text.length).toBeLessThan(MOST)
  expect(ofFlag.body.totalEvents).toBeGreaterThan(UPDATES)
  const newest = await app.call(getEvents, {})
  expect(newest.text.length).toBeLessThan(MOST)
  expect(newest.body.events.length).toBeGreaterThan(10)
})
