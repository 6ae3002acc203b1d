import { afterAll, beforeAll, expect, it } from 'vitest'

import { addFeatureDependency } from '#shared/flags/contract/dependencies.ts'
import {
  toggleFeatureEnvironmentOn,
  toggleFeatureEnvironmentOff,
} from '#shared/flags/contract/feature-environments.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { explainFlagWithPost, findResultChanges } from '#shared/insight/contract/explain.ts'
import { insertAll } from '#store/insert-all.ts'
import { testsOnPostgres } from '#support/runner/make-database.ts'
import { addManyEvents } from '#support/runner/many-rows.ts'
import { measureTurns } from '#support/runner/processor-time.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

/**
 * A log of an instance in use: others' flags, and the flag's own changes before them and after them. PostgreSQL counts each event by
 * triggers, and takes minutes to fill a large log.
 */
const EVENTS = testsOnPostgres ? 20_000 : 200_000
const PART = 10_000
const FIRST = '2026-10-01T00:00:00.000Z'
const OWN = 20
const FLAGS = 5000
/** Bounds in milliseconds of the processor on which bounds are set. */
const [MAX_MS, MAX_TURN_MS] = [1000, 50]
let app: TestBackend
let begin = ''

const toggle = async () => {
  const params = { projectId: 'default', featureName: 'sought', environment: 'development' }
  for (let n = 0; n < OWN; n++) {
    await app.call(n % 2 === 0 ? toggleFeatureEnvironmentOn : toggleFeatureEnvironmentOff, { params })
    app.clock.advance(1000)
  }
}

beforeAll(async () => {
  app = await startBackend({ startsAt: '2026-09-01T00:00:00.000Z' })
  for (const name of ['sought', 'parent'])
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name } })
  begin = app.clock.now().toISOString()
  app.clock.advance(1000)
  await toggle()
  // in parts: a statement of PostgreSQL may not take long
  for (let count = 0; count < EVENTS; count += PART) {
    const from = new Date(Date.parse(FIRST) + count * 1000).toISOString()
    await app.backend.store.transaction((queries) => addManyEvents(queries, { count: PART, from }))
  }
  app.clock.advance(100 * 24 * 3600 * 1000)
  await app.call(addFeatureDependency, {
    params: { projectId: 'default', child: 'sought' },
    body: { feature: 'parent' },
  })
  app.clock.advance(1000)
  await toggle()
}, 120_000)
afterAll(() => app.stop())

/** Processor time of the service for some work, and its longest turn of the event loop. */
const measure = (work: () => Promise<unknown>) => app.answers.unchecked(() => measureTurns(work))

it('a search in a large log takes less than a second, and holds nobody up', async () => {
  const context = { userId: '7' }
  const ask = async () => {
    const { body } = await app.call(findResultChanges, {
      body: { flag: 'sought', environment: 'development', context },
    })
    // those before the dependency; after it, the parent is off, whatever the flag is
    expect(body.changes).toHaveLength(OWN + 2)
    expect(body.examined).toBeLessThan(4 * OWN)
  }
  await ask()
  const { total, longest } = await measure(ask)
  console.info(`search: ${Math.round(total)} ms, longest turn ${Math.round(longest)} ms`)
  expect(total).toBeLessThan(MAX_MS)
  expect(longest).toBeLessThan(MAX_TURN_MS)
  const explained = await measure(() =>
    app.call(explainFlagWithPost, {
      body: { flag: 'sought', environment: 'development', context, at: begin },
    }),
  )
  console.info(`as of: ${Math.round(explained.total)} ms, longest turn ${Math.round(explained.longest)} ms`)
  expect(explained.total).toBeLessThan(MAX_MS)
  expect(explained.longest).toBeLessThan(MAX_TURN_MS)
})

it('a search of all flags of a project is done in short turns, too', async () => {
  const names = Array.from({ length: FLAGS }, (_, n) => `flag-${n}`)
  await app.backend.store.transaction(async (queries) => {
    const shared = { project: 'default', type: 'release', description: null, impression_data: false }
    const made = { stale: false, created_at: begin, created_by_user_id: 1, archived_at: null }
    await insertAll(
      queries,
      'features',
      names.map((name) => ({ name, ...shared, ...made })),
    )
    const place = { environment: 'development', variants: '[]', enabled: true, last_seen_at: null }
    await insertAll(
      queries,
      'feature_environments',
      names.map((name) => ({ feature_name: name, ...place })),
    )
  })
  const { longest, total } = await measure(() =>
    app.call(findResultChanges, { body: { project: 'default', environment: 'development' } }),
  )
  console.info(`project: ${Math.round(total)} ms, longest turn ${Math.round(longest)} ms`)
  expect(longest).toBeLessThan(MAX_TURN_MS)
})

it('a search up to a time begins there, however much was changed since', async () => {
  const body = { project: 'default', environment: 'development' }
  const until = new Date(Date.parse(FIRST) + 0.75 * EVENTS * 1000).toISOString()
  const found = (await app.call(findResultChanges, { body: { ...body, until } })).body
  expect(found.examined).toBeGreaterThan(EVENTS / 8)
  for (const { at } of found.changes) expect(at <= until, at).toBe(true)
  expect(found.searchedTo === null || found.searchedTo < until).toBe(true)
})

it.skipIf(testsOnPostgres)('a search up to a time that is too far back is refused', async () => {
  const body = { project: 'default', environment: 'development', until: begin }
  const { status, body: error } = await app.call(findResultChanges, { body })
  expect(status).toBe(400)
  expect(error).toMatchObject({ details: [{ path: '/body/until', message: /More than 100000 events/ }] })
})
