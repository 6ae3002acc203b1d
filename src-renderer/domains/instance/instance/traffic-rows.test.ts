import { describe, expect, it } from 'vitest'

import type { Traffic } from '#shared/instance/schemas/traffic.ts'
import { rangeOf, toRows } from './traffic-rows.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const traffic: Traffic = {
  grouping: 'daily',
  dateRange: { from: '2026-02-27', to: '2026-03-01' },
  apiData: [
    {
      apiPath: '/api/client',
      dataPoints: [
        {
          period: '2026-02-27',
          trafficTypes: [
            { group: 'successful-requests', count: 5 },
            { group: 'failed-requests', count: 1 },
          ],
        },
        { period: '2026-03-01', trafficTypes: [{ group: 'refused-requests', count: 2 }] },
      ],
    },
    {
      apiPath: '/api/admin',
      dataPoints: [{ period: '2026-03-01', trafficTypes: [{ group: 'successful-requests', count: 3 }] }],
    },
  ],
}

describe('the date range of traffic', () => {
  it.each([
    ['month', { grouping: 'daily', from: '2026-03-01', to: '2026-03-01' }],
    ['30', { grouping: 'daily', from: '2026-01-31', to: '2026-03-01' }],
    ['year', { grouping: 'monthly', from: '2025-04-01', to: '2026-03-01' }],
  ])('%s ends today', (range, asked) => {
    expect(rangeOf(range, NOW)).toEqual(asked)
  })
})

describe('the rows of traffic', () => {
  it('include every day, also days without requests', () => {
    const rows = toRows(traffic)
    expect(rows.map(({ period, total }) => [period, total])).toEqual([
      ['2026-02-27', 6],
      ['2026-02-28', 0],
      ['2026-03-01', 5],
    ])
    expect([...(rows[2]?.byPath ?? [])]).toEqual([
      ['/api/client', 2],
      ['/api/admin', 3],
    ])
    expect(rows[2]?.byGroup).toEqual({
      'successful-requests': 3,
      'refused-requests': 2,
      'failed-requests': 0,
    })
  })

  it('can show one part of the API, and months', () => {
    expect(toRows(traffic, '/api/admin').map(({ total }) => total)).toEqual([0, 0, 3])
    const byMonth = toRows({ ...traffic, grouping: 'monthly', apiData: [] })
    expect(byMonth.map(({ period }) => period)).toEqual(['2026-02', '2026-03'])
  })
})
