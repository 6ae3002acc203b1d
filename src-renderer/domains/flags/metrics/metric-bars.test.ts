import { describe, expect, it } from 'vitest'

import type { HourMetrics } from '#shared/flags/schemas/metrics.ts'
import { countedSince, countVariants, hourlyTotals, metricBars, totalsOf } from './metric-bars.ts'

const hour = (at: number, environment: string, appName: string, yes: number, no: number) => ({
  timestamp: new Date(Date.UTC(2026, 10, 21, at)).toISOString(),
  environment,
  appName,
  yes,
  no,
})
const data: HourMetrics[] = [
  { ...hour(11, 'production', 'shop', 1, 1), variants: { blue: 3 } },
  { ...hour(10, 'production', 'checkout', 4, 2), variants: { blue: 1, green: 9 } },
  hour(10, 'production', 'shop', 5, 0),
  hour(10, 'development', 'shop', 100, 0),
]
const around = { environment: 'production', hoursBack: 24 } as const

describe('the metrics chart of a flag', () => {
  it('is divided by result, with the hours in order', () => {
    const { series, bars } = metricBars(data, { ...around, split: 'result' })
    expect(series.map(({ label }) => label)).toEqual(['on', 'off'])
    expect(bars.map(({ values }) => values)).toEqual([
      { yes: 9, no: 2 },
      { yes: 1, no: 1 },
    ])
  })

  it('is divided by application, the busiest first', () => {
    const { series, bars } = metricBars(data, { ...around, split: 'application' })
    expect(series.map(({ label }) => label)).toEqual(['shop', 'checkout'])
    expect(bars.map(({ values }) => values)).toEqual([{ checkout: 6, shop: 5 }, { shop: 2 }])
  })

  it('is divided by variant, the most frequent first', () => {
    const { series, bars } = metricBars(data, { ...around, split: 'variant' })
    expect(series.map(({ label }) => label)).toEqual(['green', 'blue'])
    expect(bars.map(({ values }) => values)).toEqual([{ blue: 1, green: 9 }, { blue: 3 }])
  })

  it('has days as bars beyond a week', () => {
    const later = { ...hour(36, 'production', 'shop', 7, 0) }
    const { bars } = metricBars([...data, later], { ...around, hoursBack: 720, split: 'result' })
    expect(bars.map(({ values }) => values)).toEqual([
      { yes: 10, no: 3 },
      { yes: 7, no: 0 },
    ])
  })

  it('counts all environments where none is chosen', () => {
    expect(totalsOf(data, '')).toEqual({ yes: 110, no: 3 })
    expect(totalsOf(data, 'development')).toEqual({ yes: 100, no: 0 })
  })
})

it('counts variants, the most frequent first', () => {
  expect(countVariants(data, '')).toEqual([
    { name: 'green', count: 9 },
    { name: 'blue', count: 4 },
  ])
  expect(countVariants(data, 'development')).toEqual([])
})

describe('the last hours of an environment', () => {
  const now = new Date(Date.UTC(2026, 10, 21, 12, 30))

  it('are counted, hours without evaluations too', () => {
    expect(hourlyTotals(data, 'production', { hours: 4, now })).toEqual([0, 11, 2, 0])
  })

  it('leave out what is older', () => {
    expect(hourlyTotals(data, 'production', { hours: 2, now })).toEqual([2, 0])
  })

  it('begin with the hour before this one for the counts of the service', () => {
    expect(countedSince(now).toISOString()).toBe('2026-11-21T11:00:00.000Z')
  })
})
