import { expect, it } from 'vitest'

import { Latencies } from './latencies.ts'

it('without a request, all figures are 0', () => {
  expect(new Latencies().figures).toEqual({ avg: 0, count: 0, p99: 0 })
})

it('the average is exact, and the percentile to a quarter', () => {
  const latencies = new Latencies()
  for (let ms = 1; ms <= 1000; ms++) latencies.note(ms)
  const { avg, count, p99 } = latencies.figures
  expect([avg, count]).toEqual([500.5, 1000])
  expect(p99).toBeGreaterThanOrEqual(990)
  expect(p99).toBeLessThanOrEqual(1000)
  for (let more = 0; more < 99_000; more++) latencies.note(7)
  const { p99: common } = latencies.figures
  expect(common).toBeGreaterThanOrEqual(7)
  expect(common).toBeLessThan(7 * 1.25)
})

it('no time is too short or too long', () => {
  const latencies = new Latencies()
  latencies.note(0)
  expect(latencies.figures).toEqual({ avg: 0, count: 1, p99: 0 })
  latencies.note(1e12)
  expect(latencies.figures).toEqual({ avg: 5e11, count: 2, p99: 1e12 })
})
