import { expect, it } from 'vitest'

import { meteredLines, rateLines } from './usage-lines.ts'

const rates = (endpoint: string, ...values: [number, string][]) => ({
  status: 'success' as const,
  data: { resultType: 'matrix' as const, result: [{ metric: { endpoint }, values }] },
})

it('request rates have a line for each part, with a gap where a value is missing', () => {
  const { times, lines } = rateLines({
    clientMetrics: rates('/api/client', [60, '1.5'], [120, '2']),
    adminMetrics: rates('/api/admin', [120, '0.5']),
  })
  expect(times.map(({ key }) => key)).toEqual(['60', '120'])
  expect(lines).toMatchObject([
    { label: 'Client', values: [1.5, 2] },
    { label: 'Admin', values: [undefined, 0.5] },
  ])
})

it('groups are ranked by requests, and the smallest of many are summed up', () => {
  const groups = Array.from({ length: 10 }, (_none, index) => ({
    meteredGroup: `group ${index}`,
    dataPoints: [{ period: `2026-11-0${1 + (index % 2)}`, amount: index }],
  }))
  const { times, lines, more } = meteredLines(groups)
  expect(times.map(({ key }) => key)).toEqual(['2026-11-01', '2026-11-02'])
  expect(lines[0]).toMatchObject({ label: 'group 9', values: [0, 9] })
  expect([lines.length, more]).toEqual([8, 2])
})
