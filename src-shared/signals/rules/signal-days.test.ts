import { expect, it } from 'vitest'

import { fillDays } from './signal-days.ts'

it('the days of signals end today, and have zeros where none came', () => {
  const days = fillDays(
    [
      { day: '2026-02-27', signals: 2 },
      { day: '2026-03-01', signals: 3 },
      { day: '2026-03-01', signals: 4 },
      { day: '2025-12-31', signals: 9 },
    ],
    new Date('2026-03-01T00:30:00Z'),
  )
  expect(days).toHaveLength(30)
  expect(days[0]).toEqual({ day: '2026-01-31', signals: 0 })
  expect(days.slice(-3)).toEqual([
    { day: '2026-02-27', signals: 2 },
    { day: '2026-02-28', signals: 0 },
    { day: '2026-03-01', signals: 7 },
  ])
  expect(days.reduce((sum, { signals }) => sum + signals, 0)).toBe(9)
})
