import { createHash } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { InstanceStatistics } from '#shared/instance/schemas/instance-statistics.ts'
import { BACKEND_PRODUCTION, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import {
  getInstanceAdminStats,
  getInstanceAdminStatsCsv,
  getTelemetrySettings,
} from '#shared/instance/contract/instance-statistics.ts'
import { archiveFeature } from '#shared/flags/contract/features.ts'
import { registerClientMetrics, registerClientApplication } from '#shared/clients/contract/client-api.ts'

const FEATURES = '/api/admin/projects/default/features'
const DAY = 86_400_000

let app: TestBackend
let fresh: InstanceStatistics
let filled: InstanceStatistics
beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'viewer', roles: ['Viewer'] },
      { username: 'keeper', permissions: [{ permission: 'UPDATE_CORS' }], atRoot: true },
    ],
  })
  fresh = await statistics()
  await fill()
  filled = await statistics()
})
afterAll(() => app.stop())

const statistics = async () => (await app.call(getInstanceAdminStats)).body
const post = async (path: string, body?: unknown) => {
  const answer = await app.call('POST', path, { body })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body as { id: number }
}

/** Something of everything that is counted. */
async function fill(): Promise<void> {
  for (const name of ['a', 'b', 'gone']) await post(FEATURES, { name })
  await app.call(archiveFeature, { params: { projectId: 'default', featureName: 'gone' } })
  const where = (...values: string[]) => ({ contextName: 'userId', operator: 'IN', values })
  const strategy = (...constraints: unknown[]) => ({ name: 'default', constraints })
  const of = (environment: string) => `${FEATURES}/a/environments/${environment}/strategies`
  await post(of('production'), strategy(where('1', '2', '3'), where('4')))
  await post(of('production'), strategy())
  await post(of('development'), strategy(where('1')))
  await post('/api/admin/segments', { name: 's', constraints: [] })
  await post('/api/admin/projects', { id: 'other', name: 'Other' })
  await post('/api/admin/projects', { id: 'past', name: 'Past' })
  await post('/api/admin/projects/archive/past')
  await post('/api/admin/context', { name: 'country' })
  await post('/api/admin/groups', { name: 'team' })
  await post('/api/admin/service-account', { name: 'robot', username: 'robot', rootRole: 2 })
  await post('/api/admin/roles', { name: 'unused', description: '', type: 'root-custom', permissions: [] })
  await post('/api/admin/api-tokens', { tokenName: 'more', type: 'frontend', environment: 'development' })
  await post('/api/admin/features-batch/export', { features: ['a'], environment: 'development' })
  const bucket = (day: number) => ({
    start: new Date(app.clock.now().getTime() - day * DAY - 60_000).toISOString(),
    stop: new Date(app.clock.now().getTime() - day * DAY).toISOString(),
    toggles: { a: { yes: 1, no: 0, variants: { blue: 1 } }, b: { yes: 1, no: 1, variants: {} } },
  })
  for (const day of [0, 1])
    await app.call(registerClientMetrics, {
      token: BACKEND_PRODUCTION,
      body: { appName: 'shop', instanceId: 'i', bucket: bucket(day) },
    })
}

describe('the statistics of the instance', () => {
  it('of a new instance count its initial content', () => {
    expect(fresh).toMatchObject({
      timestamp: '2026-11-21T12:00:00.000Z',
      versionOSS: '7.6.5',
      versionEnterprise: '7.6.5',
      users: 3,
      serviceAccounts: 0,
      apiTokens: { client: 2, admin: 1, frontend: 1, backend: 0 },
      featureToggles: 0,
      projects: 1,
      contextFields: 5,
      environments: 2,
      strategies: 4,
      customRootRoles: 1,
      customRootRolesInUse: 1,
      readOnlyUsers: 1,
      SAMLenabled: false,
      passwordAuthEnabled: true,
      maxConstraints: 0,
      releaseTemplates: 1,
      releasePlans: 0,
      productionChanges: { last30: 0, last60: 0, last90: 0 },
    })
    expect(fresh.instanceId).toMatch(/^[0-9a-f-]{36}$/)
    expect(Object.keys(fresh.edgeInstanceUsage)).toEqual([
      ...['2026-11', '2026-10', '2026-09', '2026-08', '2026-07', '2026-06'],
      ...['2026-05', '2026-04', '2026-03', '2026-02', '2026-01', '2025-12'],
    ])
  })

  it('count what was created since', () => {
    expect(filled).toMatchObject({
      serviceAccounts: 1,
      users: 3,
      apiTokens: { client: 2, admin: 1, frontend: 2, backend: 0 },
      featureToggles: 2,
      archivedFeatureToggles: 1,
      projects: 2,
      contextFields: 6,
      roles: fresh.roles + 1,
      customRootRoles: 2,
      customRootRolesInUse: 1,
      groups: 1,
      segments: 1,
      featureExports: 1,
      featureImports: 0,
      maxEnvironmentStrategies: 2,
      maxConstraintValues: 3,
      maxConstraints: 2,
      previousDayMetricsBucketsCount: { enabledCount: 2, variantCount: 1 },
    })
    // two strategies were added in production; those in development do not count
    expect(filled.productionChanges).toEqual({ last30: 2, last60: 2, last90: 2 })
  })

  it('separate recent periods from older ones', async () => {
    const active = (days: number) => filled.activeUsers[`last${days}` as 'last7']
    await app.backend.store.queries
      .updateTable('users')
      .set({ seen_at: app.clock.now().toISOString() })
      .where('username', '=', 'viewer')
      .execute()
    await app.call(registerClientApplication, {
      token: BACKEND_PRODUCTION,
      body: {
        appName: 'shop',
        instanceId: 'i',
        strategies: [],
        interval: 1,
        started: '2026-11-21T12:00:00.000Z',
      },
    })
    expect([active(7), active(90)]).toEqual([0, 0])
    const seen = await statistics()
    app.clock.advance(31 * DAY)
    const later = await statistics()
    expect([seen.activeUsers, later.activeUsers]).toEqual([
      { last7: 1, last30: 1, last60: 1, last90: 1 },
      { last7: 0, last30: 0, last60: 1, last90: 1 },
    ])
    expect(seen.clientApps.map(({ count }) => count)).toEqual([1, 1, 1])
    expect(later.clientApps).toEqual([
      { range: '7d', count: 0 },
      { range: '30d', count: 0 },
      { range: 'allTime', count: 1 },
    ])
    expect(later.productionChanges).toEqual({ last30: 0, last60: 2, last90: 2 })
  })

  it('have a checksum over all of them', () => {
    const { sum, ...rest } = filled
    expect(sum).toBe(createHash('sha256').update(JSON.stringify(rest)).digest('hex'))
    expect(sum).not.toBe(fresh.sum)
  })

  it('are the same as CSV', async () => {
    const now = await statistics()
    const csv = await app.call(getInstanceAdminStatsCsv, { as: 'viewer' })
    expect(csv.status).toBe(200)
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.headers['content-disposition']).toBe(
      `attachment; filename="unleash-${now.instanceId}-${app.clock.now().getTime()}.csv"`,
    )
    const [names = '', values = '', ...more] = csv.text.split('\n')
    expect(more).toEqual([])
    expect(names).toBe(
      Object.keys(now)
        .map((name) => `"${name}"`)
        .join(','),
    )
    expect(
      values.startsWith(`"${now.timestamp}","${now.instanceId}","7.6.5","7.6.5",3,1,"{""client"":2,`),
    ).toBe(true)
    expect(values.endsWith(`,${now.readOnlyUsers},"${now.sum}"`)).toBe(true)
  })
})

it('the instance sends nothing to anybody', async () => {
  expect(await app.call(getTelemetrySettings, { as: 'viewer' })).toMatchObject({
    status: 200,
    body: { versionInfoCollectionEnabled: false, featureInfoCollectionEnabled: false },
  })
})
