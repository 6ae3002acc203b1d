import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Traffic } from '#shared/instance/schemas/traffic.ts'
import { BACKEND, FRONTEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'
import { getFrontendFeatures } from '#shared/clients/contract/frontend-api.ts'
import { getValidTokens } from '#shared/clients/contract/edge.ts'
import { getTraffic } from '#shared/instance/contract/traffic.ts'

const TRAFFIC = '/api/admin/metrics/traffic'
const DAY = 86_400_000

let app: TestBackend
beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'viewer', roles: ['Viewer'] },
      { username: 'reader', permissions: [{ permission: 'READ_LOGS' }], atRoot: true },
    ],
  })
  for (let times = 0; times < 3; times++) await app.call(getAllClientFeatures, { token: BACKEND })
  await app.call('GET', '/api//Client/features', { token: BACKEND })
  await app.call(getAllClientFeatures, { token: FRONTEND })
  await app.call(getFrontendFeatures, { query: { appName: 'x' }, token: FRONTEND })
  await app.call('OPTIONS', '/api/frontend', { token: null })
  await app.call(getValidTokens, { body: { tokens: [] } })
  for (const elsewhere of ['/health', '/', '/docs/openapi.json', '/api/nothing', '/api/clients'])
    await app.call('GET', elsewhere)
  app.clock.advance(10 * DAY)
  await app.call(getAllClientFeatures, { token: BACKEND })
})
afterAll(() => app.stop())

const traffic = async (query: string, as: object = {}) =>
  (await app.call('GET', `${TRAFFIC}?${query}`, as)).body as Traffic
const successful = (count: number) => ({ group: 'successful-requests', count })

describe('network traffic', () => {
  it('is counted by part of the API, day and result', async () => {
    const { apiData, ...rest } = await traffic('grouping=daily&from=2026-11-01&to=2026-12-31')
    expect(rest).toEqual({ grouping: 'daily', dateRange: { from: '2026-11-01', to: '2026-12-31' } })
    expect(apiData).toEqual([
      {
        apiPath: '/api/client',
        dataPoints: [
          {
            period: '2026-11-21',
            trafficTypes: [successful(4), { group: 'refused-requests', count: 1 }],
          },
          { period: '2026-12-01', trafficTypes: [successful(1)] },
        ],
      },
      { apiPath: '/api/frontend', dataPoints: [{ period: '2026-11-21', trafficTypes: [successful(2)] }] },
      { apiPath: '/edge', dataPoints: [{ period: '2026-11-21', trafficTypes: [successful(1)] }] },
    ])
  })

  it('is summed by month', async () => {
    app.clock.advance(DAY)
    await app.call(getAllClientFeatures, { token: BACKEND })
    const { grouping, apiData } = await traffic('grouping=monthly&from=2026-11-01&to=2026-12-31')
    expect(grouping).toBe('monthly')
    const client = apiData.find(({ apiPath }) => apiPath === '/api/client')
    expect(client?.dataPoints).toMatchObject([
      { period: '2026-11', trafficTypes: [{ count: 4 }, { count: 1 }] },
      { period: '2026-12', trafficTypes: [{ count: 2 }] },
    ])
  })

  it('defaults to this month by day', async () => {
    const { grouping, dateRange, apiData } = await traffic('', { as: 'reader' })
    expect([grouping, dateRange]).toEqual(['daily', { from: '2026-12-01', to: '2026-12-02' }])
    expect(apiData.flatMap(({ dataPoints }) => dataPoints.map(({ period }) => period))).not.toContain(
      '2026-11-21',
    )
    expect((await traffic('to=2026-11-25')).dateRange).toEqual({ from: '2026-11-01', to: '2026-11-25' })
  })

  it.each([
    ['grouping=hourly', '/query/grouping'],
    ['from=yesterday', '/query/from'],
    ['from=2026-02-30', '/query/from'],
    ['to=2026-11', '/query/to'],
    ['from=2026-11-22&to=2026-11-21', '/query/from'],
    ['from=2027-01-01', '/query/from'],
  ])('rejects the period %s', async (query, path) => {
    const answer = await app.call('GET', `${TRAFFIC}?${query}`)
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path }] } })
  })

  it('needs READ_LOGS', async () => {
    const refused = await app.call(getTraffic, { as: 'viewer' })
    expect(refused).toMatchObject({ status: 403, body: { permissions: ['ADMIN', 'READ_LOGS'] } })
  })
})
