import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { InstanceInsights, LifecycleTrends } from '#shared/insight/schemas/instance-insights.ts'
import { BACKEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'

const FEATURES = '/api/admin/projects/default/features'
const DAY = 86_400_000
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({ users: [{ username: 'viewer', roles: ['Viewer'] }] })
  await app.call('POST', '/api/admin/projects', { body: { id: 'hidden', name: 'Hidden', mode: 'private' } })
  for (const [name, type] of [
    ['a', 'release'],
    ['b', 'experiment'],
    ['c', 'kill-switch'],
    ['old', 'release'],
  ])
    await app.call('POST', FEATURES, { body: { name, type } })
  await app.call('POST', '/api/admin/projects/hidden/features', { body: { name: 'secret' } })
  await app.call('POST', `${FEATURES}/a/environments/production/strategies`, { body: { name: 'default' } })
  await app.call('POST', `${FEATURES}/a/environments/production/on`)
  await app.call('DELETE', `${FEATURES}/old`)
  await app.call('POST', '/api/admin/projects/default/stale', { body: { features: ['b'], stale: true } })
  const toggles = { a: { yes: 3, no: 1 }, c: { yes: 0, no: 2 } }
  const bucket = { start: app.clock.now(), stop: app.clock.now(), toggles }
  await app.call('POST', '/api/client/metrics', { body: { appName: 'shop', bucket }, token: BACKEND })
  await app.backend.runJobs()
})
afterAll(() => app.stop())

const insights = async (query = '', as?: string) =>
  (await app.call('GET', `/api/admin/insights?${query}`, as ? { as } : {})).body as InstanceInsights
const trends = async (query = '') =>
  ((await app.call('GET', `/api/admin/insights/lifecycle?${query}`)).body as LifecycleTrends).lifecycleTrends

describe('insights of the instance', () => {
  it('count what was created and archived since the figures were noted', async () => {
    const flagsOf = async () =>
      (await insights()).projectFlagTrends.find(({ project }) => project === 'default')
    const turnoverOf = async () =>
      (await insights()).creationArchiveTrends.find(({ project }) => project === 'default')
    const before = await turnoverOf()
    await app.call('POST', FEATURES, { body: { name: 'live', type: 'release' } })
    expect((await flagsOf())?.total).toBe(4)
    expect(await turnoverOf()).toMatchObject({
      createdFlags: { ...before?.createdFlags, release: 3 },
      archivedFlags: 1,
    })
    await app.call('DELETE', `${FEATURES}/live`)
    expect((await flagsOf())?.total).toBe(3)
    expect(await turnoverOf()).toMatchObject({ archivedFlags: 2 })
    await app.call('DELETE', '/api/admin/archive/live')
    expect(await turnoverOf()).toEqual(before)
  })

  it('have the figures of the current week', async () => {
    const { projectFlagTrends, ...rest } = await insights('', 'viewer')
    const of = { project: 'default', week: '2026-47', date: app.clock.now().toISOString() }
    expect(projectFlagTrends).toEqual([
      { ...of, total: 3, active: 2, stale: 1, potentiallyStale: 0, health: 67, technicalDebt: 33 },
    ])
    expect(rest).toMatchObject({
      flagTrends: [{ date: of.date, total: 3, active: 2, stale: 1, potentiallyStale: 0 }],
      metricsSummaryTrends: [
        {
          ...of,
          totalRequests: 6,
          totalYes: 3,
          totalNo: 3,
          totalApps: 1,
          totalFlags: 2,
          totalEnvironments: 1,
        },
      ],
      lifecycleTrends: [{ ...of, newProductionFlags: 0 }],
      creationArchiveTrends: [
        { ...of, createdFlags: { release: 2, experiment: 1, 'kill-switch': 1 }, archivedFlags: 1 },
      ],
    })
    const [users] = rest.userTrends
    expect(users).toMatchObject({ date: of.date, total: 2 })
    expect((users?.active ?? 0) + (users?.inactive ?? 0)).toBe(2)
    expect(rest.environmentTypeTrends).toContainEqual({
      date: of.date,
      week: of.week,
      environmentType: 'production',
      totalUpdates: 2,
    })
  })

  it('include a private project only for users who see it', async () => {
    const names = (await insights()).projectFlagTrends.map(({ project }) => project)
    expect(names.sort()).toEqual(['default', 'hidden'])
    expect((await insights()).flagTrends).toMatchObject([{ total: 4 }])
  })

  it('count a change once, and start again with the week', async () => {
    await app.call('POST', `${FEATURES}/a/environments/production/off`)
    await app.backend.runJobs()
    await app.backend.runJobs()
    const updates = ({ environmentTypeTrends }: InstanceInsights, week: string) =>
      environmentTypeTrends.find((one) => one.week === week && one.environmentType === 'production')
        ?.totalUpdates
    expect(updates(await insights(), '2026-47')).toBe(3)
    app.clock.advance(7 * DAY)
    await app.call('POST', `${FEATURES}/a/environments/production/on`)
    await app.backend.runJobs()
    const two = await insights()
    expect([updates(two, '2026-47'), updates(two, '2026-48')]).toEqual([3, 1])
    expect(two.userTrends).toHaveLength(2)
    expect(two.creationArchiveTrends.filter(({ project }) => project === 'default')).toMatchObject([
      { archivedFlags: 1 },
      { createdFlags: {}, archivedFlags: 0 },
    ])
    expect((await insights('from=2026-11-25')).userTrends).toHaveLength(1)
    expect((await insights('to=2026-11-25')).userTrends).toHaveLength(1)
  })

  it.each([
    ['from=2026-12-02&to=2026-12-01', '/query/from'],
    ['from=soon', '/query/from'],
  ])('are rejected for %s', async (query, path) => {
    const answer = await app.call('GET', `/api/admin/insights?${query}`)
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path }] } })
  })
})

describe('trends of the life cycle', () => {
  it('count flags by stage and kind, with the median of their days', async () => {
    app.clock.advance(3 * DAY)
    await app.call('POST', FEATURES, { body: { name: 'new', type: 'release' } })
    const { develop, production, cleanup } = await trends('projects=default')
    expect(develop).toMatchObject({
      totalFlags: 4,
      medianDaysInCurrentStage: 10,
      categories: {
        experimental: { flagsOlderThanWeek: 1, newFlagsThisWeek: 0 },
        release: { flagsOlderThanWeek: 1, newFlagsThisWeek: 1 },
        permanent: { flagsOlderThanWeek: 1, newFlagsThisWeek: 0 },
      },
    })
    expect([production.totalFlags, cleanup.totalFlags]).toEqual([0, 0])
    await app.call('POST', `${FEATURES}/a/lifecycle/complete`, { body: { status: 'kept' } })
    const after = await trends('projects=IS_ANY_OF:default,nope')
    expect(after.develop).toMatchObject({ totalFlags: 3 })
    expect(after.develop.medianDaysHistorically).toBeGreaterThan(0)
    expect(after.cleanup).toMatchObject({ totalFlags: 1, medianDaysInCurrentStage: 0 })
  })

  it('cover all projects when none is named', async () => {
    expect((await trends()).develop.totalFlags).toBe(
      (await trends('projects=default')).develop.totalFlags + 1,
    )
    expect((await trends('projects=nope')).develop.totalFlags).toBe(0)
  })
})
