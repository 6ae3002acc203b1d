import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { BACKEND_PRODUCTION, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createFeature, archiveFeature, staleFeatures } from '#shared/flags/contract/features.ts'
import {
  toggleFeatureEnvironmentOn,
  toggleFeatureEnvironmentOff,
} from '#shared/flags/contract/feature-environments.ts'
import { registerClientMetrics } from '#shared/clients/contract/client-api.ts'
import { createProject, archiveProject } from '#shared/projects/contract/project-lifecycle.ts'
import { getProjectHealthReport } from '#shared/projects/contract/project-insights.ts'

const DAY = 24 * 60 * 60 * 1000
const PROJECT = '/api/admin/projects/default'
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({ users: [{ username: 'ann', roles: ['Admin', 'Member'] }] })
})
afterAll(() => app.stop())

const get = async (what: string) => (await app.call('GET', `${PROJECT}/${what}`)).body
const create = (name: string, as?: string) =>
  app.call(createFeature, { params: { projectId: 'default' }, body: { name }, ...(as ? { as } : {}) })

describe('a project without flags', () => {
  it('has an empty status besides its tokens and members', async () => {
    expect(await get('status')).toEqual({
      resources: { members: 1, apiTokens: 4, segments: 0 },
      activityCountByDate: [],
      health: { current: 100 },
      technicalDebt: { current: 0 },
      lifecycleSummary: {
        initial: { averageDays: null, currentFlags: 0 },
        preLive: { averageDays: null, currentFlags: 0 },
        live: { averageDays: null, currentFlags: 0 },
        completed: { averageDays: null, currentFlags: 0 },
        archived: { currentFlags: 0, last30Days: 0 },
      },
      staleFlags: { total: 0 },
    })
  })

  it('has empty insights, lead time and creators', async () => {
    expect(await get('dora')).toEqual({ features: [], projectAverage: 0 })
    expect(await get('flag-creators')).toEqual([])
    expect(await get('insights')).toMatchObject({
      featureTypeCounts: [],
      technicalDebt: { rating: 0, activeCount: 0, potentiallyStaleCount: 0, staleCount: 0 },
      leadTime: { features: [], projectAverage: 0 },
      members: { currentMembers: 1 },
      health: { rating: 100, activeCount: 0, potentiallyStaleCount: 0, staleCount: 0 },
    })
  })
})

describe('a project in use', () => {
  const day = () => app.clock.now().toISOString().slice(0, 10)
  let began = ''

  it('counts activity by day', async () => {
    began = day()
    await create('quick', 'ann')
    await create('slow')
    await create('old')
    app.clock.advance(2 * DAY)
    await app.call(toggleFeatureEnvironmentOn, {
      params: { projectId: 'default', featureName: 'quick', environment: 'production' },
    })
    const { activityCountByDate } = (await get('status')) as {
      activityCountByDate: { date: string; count: number }[]
    }
    expect(activityCountByDate.map(({ date }) => date)).toEqual([began, day()])
    expect(activityCountByDate[0]?.count).toBe(3)
  })

  it('uses the first time in production for the lead time', async () => {
    app.clock.advance(3 * DAY)
    await app.call(toggleFeatureEnvironmentOn, {
      params: { projectId: 'default', featureName: 'slow', environment: 'production' },
    })
    await app.call(toggleFeatureEnvironmentOff, {
      params: { projectId: 'default', featureName: 'quick', environment: 'production' },
    })
    await app.call(toggleFeatureEnvironmentOn, {
      params: { projectId: 'default', featureName: 'quick', environment: 'production' },
    })
    await app.call(toggleFeatureEnvironmentOn, {
      params: { projectId: 'default', featureName: 'old', environment: 'development' },
    })
    const leadTime = {
      features: [
        { name: 'quick', timeToProduction: 2 },
        { name: 'slow', timeToProduction: 5 },
      ],
      projectAverage: 3.5,
    }
    expect(await get('dora')).toEqual(leadTime)
    expect(await get('insights')).toMatchObject({ leadTime })
  })

  it('lists the creators of its flags', async () => {
    expect(await get('flag-creators')).toEqual([
      { id: -42, name: 'Unleash Admin Token User' },
      { id: expect.any(Number) as number, name: 'ann' },
    ])
  })

  it('counts its flags by stage, and their time in each', async () => {
    await app.call(registerClientMetrics, {
      token: BACKEND_PRODUCTION,
      body: {
        appName: 'app',
        bucket: {
          start: app.clock.now().toISOString(),
          stop: app.clock.now().toISOString(),
          toggles: { quick: { yes: 1, no: 0 } },
        },
      },
    })
    app.clock.advance(DAY)
    await app.call(archiveFeature, { params: { projectId: 'default', featureName: 'old' } })
    expect(await get('status')).toMatchObject({
      lifecycleSummary: {
        // quick and old left it after 5 and 6 days, slow is in it for 6
        initial: { averageDays: 5.7, currentFlags: 1 },
        live: { averageDays: 1, currentFlags: 1 },
        archived: { currentFlags: 1, last30Days: 1 },
      },
    })
    app.clock.advance(31 * DAY)
    expect(await get('status')).toMatchObject({
      lifecycleSummary: { archived: { currentFlags: 1, last30Days: 0 } },
    })
  })

  it('counts stale and potentially stale flags', async () => {
    app.clock.advance(40 * DAY)
    await create('young')
    await app.call(staleFeatures, {
      params: { projectId: 'default' },
      body: { features: ['slow'], stale: true },
    })
    const counts = { activeCount: 1, potentiallyStaleCount: 1, staleCount: 1 }
    expect(await get('insights')).toMatchObject({
      health: { rating: 33, ...counts },
      technicalDebt: { rating: 67, ...counts },
    })
    expect(await get('status')).toMatchObject({ staleFlags: { total: 2 }, health: { current: 33 } })
    const report = await get('health-report')
    expect(report).toMatchObject({ version: 1, name: 'Default', health: 33, ...counts })
    expect((report as { features: { name: string }[] }).features.map(({ name }) => name).sort()).toEqual([
      'quick',
      'slow',
      'young',
    ])
    expect(report).not.toHaveProperty('onboardingStatus')
  })
})

it('fuzz: the health report of an archived project has the published properties only', async () => {
  await app.call(createProject, { body: { id: 'retired', name: 'Retired' } })
  await app.call(archiveProject, { params: { projectId: 'retired' } })
  const { status, body } = await app.call(getProjectHealthReport, { params: { projectId: 'retired' } })
  expect(status).toBe(200)
  expect(body).not.toHaveProperty('archivedAt')
})

it.each(['status', 'insights', 'dora', 'health-report', 'flag-creators'])(
  '%s of an unknown project is 404',
  async (what) => {
    const answer = await app.call('GET', `/api/admin/projects/nowhere/${what}`)
    expect(answer).toMatchObject({ status: 404, body: { message: 'No project found' } })
  },
)
