import { describe, expect, it } from 'vitest'

import { clockTime, shortDay } from '#ui/figures.ts'
import { stepInWords, timelineBars } from './timeline-bars.ts'

describe('the chart of impressions', () => {
  it.each([
    [1, 'minute'],
    [15, '15 minutes'],
    [60, 'hour'],
    [180, '3 hours'],
    [1440, 'day'],
    [4320, '3 days'],
  ])('has steps of %i minutes: %s', (minutes, words) => expect(stepInWords(minutes)).toBe(words))

  it('labels its bars by the time of day, and over several days by the day', () => {
    const step = (at: string) => ({ at, on: 2, off: 1 })
    const noon = '2026-11-22T12:00:00.000Z'
    const [bar] = timelineBars({ minutes: 1, steps: [step(noon)] })
    expect(bar).toMatchObject({ key: noon, short: clockTime(noon), values: { on: 2, off: 1 } })
    const days = timelineBars({ minutes: 1440, steps: [step('2026-11-20T12:00:00.000Z'), step(noon)] })
    expect(days[1]?.short).toBe(shortDay(noon))
  })
})
