import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { toTimeline } from './impression-timeline.ts'

const minute = (at: number) => new Date(at * 60_000).toISOString().slice(0, 16)

describe('a timeline of impressions', () => {
  it('is empty without impressions', () => {
    expect(toTimeline([])).toEqual({ minutes: 1, steps: [] })
  })

  it('has a step for every minute of a short time, also for minutes without impressions', () => {
    const counts = [
      { minute: '2026-11-22T15:30', on: 2, off: 1 },
      { minute: '2026-11-22T15:32', on: 1, off: 0 },
    ]
    const { minutes, steps } = toTimeline(counts)
    expect([minutes, steps.length, steps[0]]).toEqual([
      1,
      30,
      { at: '2026-11-22T15:03:00.000Z', on: 0, off: 0 },
    ])
    expect(steps.slice(-3)).toEqual([
      { at: '2026-11-22T15:30:00.000Z', on: 2, off: 1 },
      { at: '2026-11-22T15:31:00.000Z', on: 0, off: 0 },
      { at: '2026-11-22T15:32:00.000Z', on: 1, off: 0 },
    ])
  })

  it('counts every impression in thirty to sixty steps of one length, however long the time', () => {
    const count = fc.record({
      minute: fc.integer({ min: 20_000_000, max: 60_000_000 }).map(minute),
      on: fc.nat(9),
      off: fc.nat(9),
    })
    fc.assert(
      fc.property(fc.array(count, { minLength: 1 }), (counts) => {
        const { minutes, steps } = toTimeline(counts)
        const sum = (all: readonly { on: number; off: number }[]) =>
          all.reduce((total, { on, off }) => [total[0]! + on, total[1]! + off], [0, 0])
        expect(sum(steps)).toEqual(sum(counts))
        expect(steps.length).toBeLessThanOrEqual(60)
        expect(steps.length).toBeGreaterThanOrEqual(30)
        const times = steps.map(({ at }) => Date.parse(at))
        expect(times.slice(1).every((at, index) => at - times[index]! === minutes * 60_000)).toBe(true)
      }),
    )
  })
})
