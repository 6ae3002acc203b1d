import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { Timeline } from '#shared/impression-timeline.ts'
import type { Impression } from '#shared/clients/schemas/impression.ts'
import { BACKEND, FRONTEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { addFeatureStrategy } from '#shared/flags/contract/strategies.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import {
  clearImpressions,
  getImpressions,
  getImpressionSessions,
  exportImpressions,
} from '#shared/clients/contract/impressions.ts'

const IMPRESSIONS = '/api/admin/impressions'
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({ users: [{ username: 'viewer', roles: ['Viewer'] }] })
  await app.call(createFeature, {
    params: { projectId: 'default' },
    body: { name: 'checkout', impressionData: true },
  })
  await app.call(addFeatureStrategy, {
    params: { projectId: 'default', featureName: 'checkout', environment: 'development' },
    body: {
      name: 'default',
      variants: [{ name: 'blue', weight: 1, weightType: 'variable', stickiness: 'default' }],
    },
  })
  await app.call(toggleFeatureEnvironmentOn, {
    params: { projectId: 'default', featureName: 'checkout', environment: 'development' },
  })
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'silent' } })
})
beforeEach(() => app.call(clearImpressions))
afterAll(() => app.stop())

const context = { sessionId: 7, appName: 'web', environment: 'development', userId: 'ann' }
const event = (more: object = {}) => ({
  eventType: 'getVariant',
  eventId: '8bd3f5c1-5a3c-4d36-8e1f-1f6b5a0f0a01',
  featureName: 'checkout',
  enabled: true,
  variant: 'blue',
  context,
  ...more,
})
const record = (body: unknown, token = FRONTEND) => app.call('POST', '/api/impressions', { token, body })
const find = async (query = '') =>
  (await app.call('GET', `${IMPRESSIONS}${query}`)).body as { impressions: Impression[]; total: number }

describe('impressions over time', () => {
  it('are counted by result, with the filter of the list', async () => {
    await record([event(), event({ enabled: false }), event({ featureName: 'silent', enabled: false })])
    const timeline = async (query = '') =>
      (await app.call('GET', `${IMPRESSIONS}/timeline${query}`)).body as Timeline
    const at = '2026-11-21T12:00:00.000Z'
    expect((await timeline()).steps.at(-1)).toEqual({ at, on: 1, off: 2 })
    expect((await timeline('?flag=checkout')).steps.at(-1)).toEqual({ at, on: 1, off: 1 })
    expect(await timeline('?flag=nothing')).toEqual({ minutes: 1, steps: [] })
  })
})

describe('the impressions endpoint', () => {
  it('accepts one or several events of a listener, of any SDK', async () => {
    expect(await record(event())).toMatchObject({ status: 202, text: '' })
    expect(
      (await record([event({ eventType: 'isEnabled', variant: undefined }), event()], BACKEND)).status,
    ).toBe(202)
    expect((await record([])).status).toBe(202)
    const { impressions, total } = await find()
    expect(total).toBe(3)
    expect(impressions.at(-1)).toEqual({
      id: expect.any(Number) as number,
      receivedAt: '2026-11-21T12:00:00.000Z',
      eventType: 'getVariant',
      eventId: '8bd3f5c1-5a3c-4d36-8e1f-1f6b5a0f0a01',
      featureName: 'checkout',
      enabled: true,
      variant: 'blue',
      sessionId: '7',
      userId: 'ann',
      appName: 'web',
      environment: 'development',
      context,
      reason: 'strategy-matched',
      warnings: [],
    })
  })

  it('is listed oldest first, page by page, on request', async () => {
    await record([event({ userId: 1 }), event({ featureName: 'silent' }), event()])
    const newest = (await find()).impressions.map(({ id }) => id)
    const { impressions, total } = await find('?sortOrder=asc')
    expect(impressions.map(({ id }) => id)).toEqual([...newest].reverse())
    expect(total).toBe(3)
    const second = await find('?sortOrder=asc&offset=1&limit=1')
    expect(second.impressions.map(({ id }) => id)).toEqual([newest[1]])
    expect((await app.call(getImpressions, { query: { sortOrder: 'up' } })).status).toBe(400)
  })

  it('is open to pages of other origins, as the frontend API is', async () => {
    const headers = { origin: 'https://shop.example', 'access-control-request-method': 'POST' }
    const preflight = await app.call('OPTIONS', '/api/impressions', { token: null, headers })
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([204, '*'])
  })

  it.each([
    [{ variant: undefined }, 'variant is missing'],
    [{ eventType: 'isEnabled' }, 'variant is there, on an isEnabled event'],
    [{ eventType: undefined }, 'eventType is missing'],
    [{ eventType: 'isOn', variant: undefined }, 'eventType is isOn, no type there is'],
    [{ eventId: undefined }, 'eventId is missing'],
    [{ enabled: undefined }, 'enabled is missing'],
    [{ context: undefined }, 'context is missing'],
    [{ context: { appName: 'web', environment: 'development' } }, 'context.sessionId is missing'],
    [{ featureName: 'nope', variant: 'disabled' }, 'no flag has that name in this environment'],
    [{ featureName: 'silent', enabled: false, variant: 'disabled' }, 'impression data is off for this flag'],
    [{ enabled: false, variant: 'disabled' }, 'the service would say on now'],
    [{ variant: 'red' }, 'the service would say blue now'],
  ])('warns about %j', async (change, warning) => {
    await record(event(change))
    expect((await find()).impressions[0]?.warnings).toEqual([warning])
  })

  it.each([
    [{}],
    [[{ featureName: '' }]],
    [{ featureName: 7 }],
    ['text'],
    [{ featureName: 'x', enabled: 'yes' }],
  ])('refuses %j', async (body) => {
    expect((await record(body)).status).toBe(400)
  })
})

describe('the list of impressions', () => {
  beforeEach(async () => {
    await record([
      event(),
      event({
        context: { ...context, sessionId: '8', userId: undefined },
        eventType: 'isEnabled',
        variant: undefined,
      }),
      event({ featureName: 'silent', enabled: false, variant: 'disabled' }),
    ])
  })

  it.each([
    ['', 3],
    ['?sessionId=7', 2],
    ['?sessionId=7&flag=checkout&variant=blue', 1],
    ['?sessionId=7&flag=checkout&variant=red', 0],
    ['?userId=ann', 2],
    ['?eventType=isEnabled', 1],
    ['?enabled=false', 1],
    ['?environment=production', 0],
    ['?warnings=true', 1],
    ['?warnings=false', 2],
  ])('is filtered by %s', async (query, total) => {
    expect((await find(query)).total).toBe(total)
  })

  it('is paged', async () => {
    const flags = async (query: string) => (await find(query)).impressions.map((one) => one.featureName)
    expect(await flags('?limit=1')).toEqual(['silent'])
    expect(await flags('?limit=1&offset=2')).toEqual(['checkout'])
    expect(await flags('?limit=nonsense&offset=x')).toHaveLength(3)
  })

  it('is grouped by session', async () => {
    const { body } = await app.call(getImpressionSessions)
    expect(body.sessions).toMatchObject([
      { sessionId: '7', userId: 'ann', count: 2, flags: 2, warnings: 1 },
      { sessionId: '8', userId: null, count: 1, flags: 1, warnings: 0 },
    ])
  })

  it('is exported as NDJSON and CSV, oldest first', async () => {
    const ndjson = await app.call(exportImpressions, { query: { sessionId: '7' } })
    const lines = ndjson.text.trimEnd().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as Impression).featureName)).toEqual(['checkout', 'silent'])
    await record(event({ context: { ...context, appName: '=HYPERLINK("x")', userId: 'a,"b"' } }))
    const csv = (await app.call(exportImpressions, { query: { format: 'csv' } })).text.split('\r\n')
    expect(csv[0]).toMatch(/^receivedAt,sessionId,userId,appName,environment,featureName,eventType,/)
    expect(csv).toHaveLength(6)
    expect(csv[4]).toContain(`,"a,""b""","'=HYPERLINK(""x"")",development,checkout,`)
    expect((await app.call(exportImpressions, { query: { format: 'xml' } })).status).toBe(400)
  })

  it('needs a permission, and can be cleared', async () => {
    expect((await app.call(getImpressions, { as: 'viewer' })).status).toBe(403)
    expect(await app.call(clearImpressions)).toMatchObject({ status: 200, text: '' })
    expect(await find()).toEqual({ impressions: [], total: 0 })
  })
})
