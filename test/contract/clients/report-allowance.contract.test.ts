import { afterAll, beforeAll, expect, it } from 'vitest'

import { searchEvents } from '#shared/audit/contract/events.ts'
import {
  deleteApplication,
  getApplications,
  getNotKept,
  getUnknownFlags,
} from '#shared/clients/contract/applications.ts'
import { getImpressions } from '#shared/clients/contract/impressions.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { getFeatureUsageSummary } from '#shared/flags/contract/metrics.ts'
import { BACKEND, FRONTEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'

const APPLICATIONS = 5
const MEGABYTE = 1_000_000
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({
    env: {
      HALYARD_NEW_APPLICATIONS_PER_HOUR: String(APPLICATIONS),
      HALYARD_REPORTED_MEGABYTES_PER_HOUR: '1',
    },
    users: [{ username: 'viewer', roles: ['Viewer'] }],
  })
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'flag' } })
})
afterAll(() => app.stop())

const register = (appName: string, { token = FRONTEND, instanceId = 'one' } = {}) =>
  app.call('POST', token === FRONTEND ? '/api/frontend/client/register' : '/api/client/register', {
    token,
    body: { appName, instanceId, strategies: [], started: app.clock.now().toISOString(), interval: 10 },
  })

const count = (appName: string, toggles: Record<string, { yes: number; no: number }>) =>
  app.call('POST', '/api/frontend/client/metrics', {
    token: FRONTEND,
    body: {
      appName,
      bucket: { start: app.clock.now().toISOString(), stop: app.clock.now().toISOString(), toggles },
    },
  })

const bytes = async () => (await app.backend.store.figures()).sizeBytes

it('too long a name of an application or an instance is a 400 that names the field', async () => {
  const long = 'x'.repeat(201)
  for (const [answer, field] of [
    [await register(long), 'appName'],
    [await register('app', { instanceId: long }), 'instanceId'],
    [await count(long, {}), 'appName'],
  ] as const) {
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ details: [{ path: `/body/${field}` }] })
  }
  expect((await register('x'.repeat(200))).status).toBe(200)
})

it('a token adds so many applications in an hour, with their events; another token adds its own', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `flood-${index}`)
  const answers = await Promise.all(names.map((name) => register(name)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await register('of the backend', { token: BACKEND })).status).toBe(202)
  const { body } = await app.call(getApplications, {})
  // one by the test before
  expect(body.total).toBe(APPLICATIONS + 1)
  const { body: log } = await app.call(searchEvents, { query: { type: 'IS:application-created' } })
  expect(log.total).toBe(APPLICATIONS + 1)
  const { body: notKept } = await app.call(getNotKept, { as: 'viewer' })
  expect(notKept).toEqual({
    newApplicationsPerHour: APPLICATIONS,
    megabytesPerHour: 1,
    notKept: { application: 20 - (APPLICATIONS - 1) },
  })
})

it('a known application is registered as before', async () => {
  const [known] = (await app.call(getApplications, { query: { query: 'flood' } })).body.applications
  app.clock.advance(60_000)
  expect((await register(known?.appName ?? '')).status).toBe(200)
  const { body } = await app.call(getApplications, { query: { query: known?.appName ?? '' } })
  expect(body.applications[0]?.updatedAt).toBe(app.clock.now().toISOString())
})

it('counts of many applications stay right, under one name', async () => {
  const before = await bytes()
  const names = Array.from({ length: 1500 }, (_, index) => `${index}`.padEnd(200, 'y'))
  for (let start = 0; start < names.length; start += 100)
    await Promise.all(names.slice(start, start + 100).map((name) => count(name, { flag: { yes: 1, no: 1 } })))
  const { body } = await app.call(getFeatureUsageSummary, { params: { name: 'flag' } })
  expect(body.lastHourUsage).toMatchObject([{ yes: 1500, no: 1500 }])
  expect(body.seenApplications).toContain('(others)')
  expect(body.seenApplications.length).toBeLessThan(1000)
  expect((await bytes()) - before).toBeLessThan(MEGABYTE)
})

it('names of flags that do not exist are kept within the allowance', async () => {
  const before = await bytes()
  for (let round = 0; round < 10; round++)
    await count(
      'app',
      Object.fromEntries(
        Array.from({ length: 400 }, (_, index) => [`${round}-${index}`.padEnd(150, 'z'), { yes: 1, no: 0 }]),
      ),
    )
  const { body } = await app.call(getUnknownFlags, {})
  expect(body.unknownFlags.length).toBeGreaterThan(20)
  expect(body.unknownFlags.length).toBeLessThan(400)
  expect((await bytes()) - before).toBeLessThan(0.5 * MEGABYTE)
})

it('contexts and impressions are kept within the allowance', async () => {
  const before = await bytes()
  const event = { featureName: 'flag', eventType: 'isEnabled', enabled: true }
  for (let round = 0; round < 60; round++) {
    const context = { appName: 'app', userId: `${round}`.padEnd(50_000, 'u') }
    const body = { ...event, eventId: `${round}`, context }
    expect((await app.call('POST', '/api/impressions', { token: FRONTEND, body })).status).toBeLessThan(300)
    await app.call('GET', `/api/frontend?userId=${round}${'c'.repeat(3000)}`, { token: FRONTEND })
  }
  const { body } = await app.call(getImpressions, {})
  expect(body.impressions.length).toBeGreaterThan(0)
  expect(body.impressions.length).toBeLessThan(5)
  expect((await bytes()) - before).toBeLessThan(0.5 * MEGABYTE)
  const { body: told } = await app.call(getNotKept, {})
  expect(Object.keys(told.notKept).sort()).toEqual([
    'application',
    'context',
    'count',
    'impression',
    'unknown-flag',
  ])
})

it('an hour later the token may add again', async () => {
  app.clock.advance(3_600_000)
  expect((await register('next hour')).status).toBe(200)
  const { body } = await app.call(getApplications, { query: { query: 'next hour' } })
  expect(body.total).toBe(1)
})

it('an application of the longest name is deleted by its path', async () => {
  const name = 'ä'.repeat(200)
  await register(name)
  expect((await app.call(deleteApplication, { params: { appName: name } })).status).toBe(200)
  expect((await app.call(getApplications, { query: { query: 'ä' } })).body.total).toBe(0)
})
