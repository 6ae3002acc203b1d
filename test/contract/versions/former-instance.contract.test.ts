import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ExecutiveDashboard } from '#shared/versions/schemas/executive-dashboard.ts'
import {
  BACKEND,
  BACKEND_PRODUCTION,
  startBackend,
  type TestBackend,
} from '#support/service/start-backend.ts'
import { registerClientMetrics } from '#shared/clients/contract/client-api.ts'
import { getInstanceAdminStats } from '#shared/instance/contract/instance-statistics.ts'
import { getProjectOverview } from '#shared/projects/contract/projects.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { getTraffic } from '#shared/instance/contract/traffic.ts'
import { getUiConfig } from '#shared/instance/contract/ui-config.ts'

/** Contract 6: the instance in figures, its traffic by month, its settings in one. */
const DAY = 86_400_000
const DASHBOARD = '/api/admin/dashboard/executive'
const TRAFFIC = '/api/admin/metrics/traffic'
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({
    contract: '6',
    users: [
      { username: 'viewer', roles: ['Viewer'] },
      { username: 'reader', permissions: [{ permission: 'READ_LOGS' }], atRoot: true },
      { username: 'host', permissions: [{ permission: 'UPDATE_CORS' }], atRoot: true },
    ],
  })
})
afterAll(() => app.stop())

describe('the instance dashboard', () => {
  const dashboard = async (as?: string) => {
    const { status, body } = await app.call('GET', DASHBOARD, as ? { as } : {})
    expect(status).toBe(200)
    return body as ExecutiveDashboard
  }
  const flag = (project: string, name: string) => `/api/admin/projects/${project}/features/${name}`
  const report = (token: string, appName: string, name: string, yes: number, no: number) => {
    const at = app.clock.now().toISOString()
    const bucket = { start: at, stop: at, toggles: { [name]: { yes, no } } }
    return app.call(registerClientMetrics, { token, body: { appName, instanceId: 'one', bucket } })
  }

  it('of an unused instance has only the figures of today', async () => {
    const { users, ...rest } = await dashboard()
    const { body } = await app.call(getInstanceAdminStats)
    const today = body
    expect(users).toEqual({
      total: today.users,
      active: today.activeUsers.last30,
      inactive: today.users - today.activeUsers.last30,
    })
    expect(rest).toEqual({
      flags: { total: 0 },
      userTrends: [{ date: '2026-11-21', ...users }],
      projectFlagTrends: [
        {
          project: 'default',
          week: '2026-47',
          date: '2026-11-21',
          total: 0,
          active: 0,
          stale: 0,
          potentiallyStale: 0,
          users: 0,
          health: 100,
        },
      ],
      environmentTypeTrends: [],
      metricsSummaryTrends: [],
    })
  })

  it('has for each project what its overview shows', async () => {
    for (const name of ['one', 'two'])
      await app.call('POST', flag('default', '').slice(0, -1), { body: { name } })
    await app.call('PATCH', flag('default', 'two'), {
      body: [{ op: 'replace', path: '/stale', value: true }],
    })
    await app.call('POST', `${flag('default', 'one')}/environments/production/on`)
    const { flags, projectFlagTrends } = await dashboard()
    const { body } = await app.call(getProjectOverview, { params: { projectId: 'default' } })
    const { health, members } = body
    expect(flags).toEqual({ total: 2 })
    expect(projectFlagTrends).toMatchObject([
      { project: 'default', total: 2, active: 1, stale: 1, health, users: members, timeToProduction: 0 },
    ])
    expect(health).toBe(50)
  })

  it('sums changes by week and type of environment', async () => {
    app.clock.advance(2 * DAY)
    await app.call('POST', `${flag('default', 'one')}/environments/production/off`)
    await app.call('POST', `${flag('default', 'one')}/environments/development/on`)
    app.clock.advance(DAY)
    await app.call('POST', `${flag('default', 'one')}/environments/development/off`)
    const { environmentTypeTrends } = await dashboard()
    const [first, second] = ['2026-11-16', '2026-11-23'].map((date, index) => ({
      week: `2026-${47 + index}`,
      date,
    }))
    expect(
      environmentTypeTrends.map(({ environmentType: type, totalUpdates: _count, ...when }) => [type, when]),
    ).toEqual([
      ['development', second],
      ['production', first],
      ['production', second],
    ])
    const { body } = await app.call(searchEvents, { query: { environment: 'IS:production' } })
    const inProduction = environmentTypeTrends.filter((one) => one.environmentType === 'production')
    expect(inProduction.reduce((sum, one) => sum + one.totalUpdates, 0)).toBe(body.total)
  })

  it('sums evaluations by week', async () => {
    await report(BACKEND, 'shop', 'one', 3, 1)
    await report(BACKEND_PRODUCTION, 'shop', 'one', 5, 0)
    app.clock.advance(DAY)
    await report(BACKEND_PRODUCTION, 'till', 'two', 0, 2)
    app.clock.advance(7 * DAY)
    await report(BACKEND_PRODUCTION, 'till', 'two', 1, 0)
    const when = (week: string, date: string) => ({ project: 'default', week, date })
    expect((await dashboard()).metricsSummaryTrends).toEqual([
      {
        ...when('2026-48', '2026-11-23'),
        totalRequests: 11,
        totalYes: 8,
        totalNo: 3,
        totalApps: 2,
        totalEnvironments: 2,
        totalFlags: 2,
      },
      {
        ...when('2026-49', '2026-11-30'),
        totalRequests: 1,
        totalYes: 1,
        totalNo: 0,
        totalApps: 1,
        totalEnvironments: 1,
        totalFlags: 1,
      },
    ])
  })

  it('has private projects only for users who see them', async () => {
    const body = { id: 'secret', name: 'secret', mode: 'private' }
    expect((await app.call('POST', '/api/admin/projects', { body })).status).toBe(201)
    await app.call(createFeature, { params: { projectId: 'secret' }, body: { name: 'secret-flag' } })
    await report(BACKEND_PRODUCTION, 'shop', 'secret-flag', 1, 0)
    const projectsOf = ({ projectFlagTrends, metricsSummaryTrends }: ExecutiveDashboard) =>
      [projectFlagTrends, metricsSummaryTrends].map((trends) => [
        ...new Set(trends.map(({ project }) => project)),
      ])
    expect(projectsOf(await dashboard())).toEqual([
      ['default', 'secret'],
      ['default', 'secret'],
    ])
    expect(projectsOf(await dashboard('viewer'))).toEqual([['default'], ['default']])
  })
})

describe('the traffic of a month', () => {
  it('equals that of the range of its days', async () => {
    for (const period of ['2026-11', '2026-12']) {
      const { body } = await app.call('GET', `${TRAFFIC}/${period}`)
      const days = { from: `${period}-01`, to: period === '2026-11' ? '2026-11-30' : '2026-12-31' }
      const today = await app.call(getTraffic, { query: { grouping: 'daily', from: days.from, to: days.to } })
      const parts = today.body.apiData.map(({ apiPath, dataPoints }) => ({
        apiPath,
        days: dataPoints.map(({ period: day, trafficTypes }) => ({ day, trafficTypes })),
      }))
      // the second request counts the first
      const withoutAdmin = (data: typeof parts) => data.filter(({ apiPath }) => apiPath !== '/api/admin')
      const answered = body as { period: string; apiData: typeof parts }
      expect(answered.period).toBe(period)
      expect(withoutAdmin(answered.apiData)).toEqual(withoutAdmin(parts))
      expect(withoutAdmin(parts).length).toBeGreaterThan(0)
    }
    expect((await app.call('GET', `${TRAFFIC}/2020-02`)).body).toEqual({ period: '2020-02', apiData: [] })
  })

  it.each(['2026-13', '2026-00', '2026-1', '2026-11-01', 'november'])(
    'is rejected for %s',
    async (period) => {
      const answer = await app.call('GET', `${TRAFFIC}/${period}`)
      expect(answer).toMatchObject({ status: 400, body: { details: [{ path: '/params/period' }] } })
    },
  )

  it('is for readers of the logs', async () => {
    const status = async (as: string) => (await app.call('GET', `${TRAFFIC}/2026-11`, { as })).status
    expect([await status('reader'), await status('viewer')]).toEqual([200, 403])
  })
})

describe('the former interface settings', () => {
  const set = (body: unknown, as?: string) =>
    app.call('POST', '/api/admin/ui-config', { body, ...(as ? { as } : {}) })
  const origins = async () => (await app.call(getUiConfig)).body.frontendApiOrigins

  it('change the origins of the frontend API, at once and with an event', async () => {
    const frontendApiOrigins = ['https://app.example.com']
    const answer = await set({ frontendSettings: { frontendApiOrigins } }, 'host')
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(await origins()).toEqual(frontendApiOrigins)
    const { body } = await app.call(searchEvents, { query: { type: 'IS:setting-updated' } })
    expect(body).toMatchObject({ events: [{ createdBy: 'host', data: { frontendApiOrigins } }], total: 1 })
  })

  it.each([{}, { frontendSettings: {} }])('keep omitted origins: %j', async (body) => {
    const before = await origins()
    expect((await set(body)).status).toBe(204)
    expect(await origins()).toEqual(before)
  })

  it.each([
    [
      { frontendSettings: { frontendApiOrigins: ['*', 'nope'] } },
      '/body/frontendSettings/frontendApiOrigins/1',
    ],
    [{ frontendSettings: { frontendApiOrigins: '*' } }, '/body/frontendSettings/frontendApiOrigins'],
    [{ frontendSettings: 'x' }, '/body/frontendSettings'],
  ])('reject invalid origins: %j', async (body, path) => {
    const before = await origins()
    expect(await set(body)).toMatchObject({ status: 400, body: { details: [{ path }] } })
    expect(await origins()).toEqual(before)
  })

  it('need the permission', async () => {
    expect((await set({}, 'viewer')).status).toBe(403)
  })
})
