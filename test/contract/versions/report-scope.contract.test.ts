import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { giveAccess, userIdOf } from '#support/stages/access.ts'
import { requireSuccess } from '#support/service/private-project.ts'
import { addProject } from '#support/stages/projects.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createApiToken } from '#shared/access/contract/api-tokens.ts'
import { createPat } from '#shared/access/contract/personal-tokens.ts'
import { updateProject } from '#shared/projects/contract/project-lifecycle.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'

/** Reports of SDKs count for what their token opens, or their user sees, and for nothing else. */
const SECRET = 'hushed'
const [MEMBER] = [5]
const AT = '2026-11-21T12:00:00.000Z'
const METRIC = 'errors'
let app: TestBackend
let flag: string
let count = 0
/** By name: backend and frontend tokens of both projects, of the other environment, and tokens of persons. */
const tokens: Record<string, string> = {}

beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'stranger', roles: ['Viewer'] },
      { username: 'insider', roles: ['Viewer'] },
    ],
    rateLimits: { perMinute: {} },
  })
  await addProject(app, SECRET)
  await giveAccess(app, SECRET, { roles: [MEMBER], users: [await userIdOf(app, 'insider')] })
  for (const [name, type, project, environment] of [
    ['foreign backend', 'backend', 'default', 'development'],
    ['foreign frontend', 'frontend', 'default', 'development'],
    ['other environment', 'backend', SECRET, 'production'],
    ['own backend', 'backend', SECRET, 'development'],
    ['own frontend', 'frontend', SECRET, 'development'],
  ] as const) {
    const body = { tokenName: name, type, environment, projects: [project] }
    const created = await requireSuccess(app.call(createApiToken, { body }))
    tokens[name] = created.body.secret
  }
  for (const as of ['stranger', 'insider']) {
    const body = { description: 'of the test', expiresAt: '2030-01-01T00:00:00.000Z' }
    const created = await requireSuccess(app.call(createPat, { body, as }))
    tokens[as] = created.body.secret
  }
  await requireSuccess(
    app.call(updateProject, { params: { projectId: SECRET }, body: { name: 'Hushed', mode: 'private' } }),
  )
})
beforeEach(async () => {
  app.clock.advance(2 * 3_600_000)
  flag = `hushed-${count++}`
  await requireSuccess(
    app.call(createFeature, { params: { projectId: SECRET }, body: { name: flag, impressionData: true } }),
  )
  await requireSuccess(
    app.call(toggleFeatureEnvironmentOn, {
      params: { projectId: SECRET, featureName: flag, environment: 'development' },
    }),
  )
})
afterAll(() => app.stop())

const now = () => app.clock.now().toISOString()
const send = (path: string, as: string, body: unknown) =>
  app.call('POST', path, { token: tokens[as] ?? '', body })
const metrics = (as: string, path = '/api/client/metrics') =>
  send(path, as, {
    appName: `app of ${as}`,
    instanceId: 'one',
    bucket: { start: now(), stop: now(), toggles: { [flag]: { yes: 2, no: 1, variants: { blue: 1 } } } },
  })
const bulk = (as: string) =>
  send('/api/client/metrics/bulk', as, {
    applications: [],
    metrics: [
      { featureName: flag, appName: 'edge', environment: 'development', timestamp: now(), yes: 2, no: 1 },
    ],
  })
const impression = (as: string) =>
  send('/api/impressions', as, {
    eventType: 'isEnabled',
    eventId: '8bd3f5c1-5a3c-4d36-8e1f-1f6b5a0f0a01',
    featureName: flag,
    enabled: true,
    context: { appName: 'web', environment: 'development' },
  })
const customMetric = (as: string, value = 1000) =>
  send('/api/client/metrics/custom', as, { metrics: [{ name: METRIC, value }] })
const read = async (path: string) => (await requireSuccess(app.call('GET', path))).body

/** All that reports of use change. */
async function traces(): Promise<object> {
  const at = `/api/admin/projects/${SECRET}/features/${flag}`
  const feature = (await read(at)) as { lastSeenAt?: string | null; environments: { lastSeenAt: unknown }[] }
  const raw = (await read(`/api/admin/client-metrics/features/${flag}/raw`)) as { data: { yes: number }[] }
  const { impressions } = (await read(`/api/admin/impressions?flag=${flag}`)) as { impressions: object[] }
  const unknown = (await read('/api/admin/metrics/unknown-flags')) as { unknownFlags: { name: string }[] }
  return {
    lastSeen: feature.environments.some((one) => one.lastSeenAt != null),
    stages: ((await read(`${at}/lifecycle`)) as { stage: string }[]).map((one) => one.stage),
    counted: raw.data.some((one) => one.yes > 0),
    impressions: impressions.length,
    unknown: unknown.unknownFlags.some((one) => one.name === flag),
  }
}
const NOTHING = { lastSeen: false, stages: ['initial'], counted: false, impressions: 0, unknown: false }

describe('a report about a flag outside the scope of its token', () => {
  it.each<[string, () => Promise<{ status: number }>]>([
    ['metrics of a token of another project', () => metrics('foreign backend')],
    ['metrics of a user who does not see the project', () => metrics('stranger')],
    ['frontend metrics', () => metrics('foreign frontend', '/api/frontend/client/metrics')],
    ['bulk metrics of a token of another project', () => bulk('foreign backend')],
    ['bulk metrics of a user who does not see the project', () => bulk('stranger')],
    ['bulk metrics of a token of another environment', () => bulk('other environment')],
    ['impressions of a token of another project', () => impression('foreign backend')],
    ['impressions of a frontend token', () => impression('foreign frontend')],
    ['impressions of a user who does not see the project', () => impression('stranger')],
  ])('%s is answered as before and changes nothing', async (_what, report) => {
    expect([200, 202]).toContain((await report()).status)
    expect(await traces()).toEqual(NOTHING)
  })

  it.each<[string, () => Promise<{ status: number }>]>([
    ['metrics of its token', () => metrics('own backend')],
    ['metrics of a member', () => metrics('insider')],
    ['frontend metrics', () => metrics('own frontend', '/api/frontend/client/metrics')],
    ['bulk metrics', () => bulk('own backend')],
  ])('counts within the scope: %s', async (_what, report) => {
    expect([200, 202]).toContain((await report()).status)
    expect(await traces()).toEqual({
      ...NOTHING,
      lastSeen: true,
      stages: ['initial', 'pre-live'],
      counted: true,
    })
  })

  it('counts within the scope: impressions', async () => {
    for (const as of ['own backend', 'own frontend', 'insider']) await requireSuccess(impression(as))
    expect(await traces()).toEqual({ ...NOTHING, impressions: 3 })
  })

  it('of an application behind a proxy names no project outside the scope', async () => {
    const application = {
      appName: 'claimer',
      environment: 'development',
      instanceId: 'one',
      projects: [SECRET, 'default'],
      strategies: [],
      started: AT,
      interval: 60,
    }
    await requireSuccess(
      send('/api/client/metrics/bulk', 'foreign backend', { applications: [application], metrics: [] }),
    )
    const { usage } = (await read('/api/admin/metrics/applications/claimer')) as {
      usage: { project: string }[]
    }
    expect(usage.map(({ project }) => project)).toEqual(['default'])
  })
})

describe('custom metrics', () => {
  const isOn = async () => {
    const at = `/api/admin/projects/${SECRET}/features/${flag}/environments/development`
    return ((await read(at)) as { enabled: boolean }).enabled
  }
  beforeEach(async () => {
    const at = `/api/admin/projects/${SECRET}/features/${flag}/environments/development/safeguards`
    const body = {
      impactMetric: { metricName: METRIC, timeRange: 'hour', aggregationMode: 'avg', labelSelectors: {} },
      triggerCondition: { operator: '>', threshold: 10 },
    }
    await requireSuccess(app.call('PUT', at, { body }))
  })

  it.each(['foreign backend', 'stranger', 'other environment'])(
    'of %s trigger no safeguard outside the scope, and replace no report within it',
    async (as) => {
      await requireSuccess(customMetric('own backend', 1))
      await requireSuccess(customMetric(as))
      await app.backend.runJobs()
      expect(await isOn()).toBe(true)
      await requireSuccess(customMetric('own backend'))
      await app.backend.runJobs()
      expect(await isOn()).toBe(false)
    },
  )

  it('of tokens of private projects are visible to users who see one of them', async () => {
    await requireSuccess(customMetric('own backend'))
    const shown = async (as: string) =>
      ((await app.call('GET', '/api/admin/custom-metrics', { as })).body as { count: number }).count
    expect([await shown('stranger'), await shown('insider')]).toEqual([0, 1])
  })
})
