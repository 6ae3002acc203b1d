import { expect, it } from 'vitest'

import { toDays } from './activity-days.ts'

it('days of activity form a row without gaps, across months', () => {
  const activity = [
    { date: '2026-02-27', count: 3 },
    { date: '2026-03-01', count: 1 },
    { date: '2025-03-01', count: 9 },
  ]
  expect(toDays(activity, '2026-03-02', 4)).toEqual([
    { date: '2026-02-27', count: 3 },
    { date: '2026-02-28', count: 0 },
    { date: '2026-03-01', count: 1 },
    { date: '2026-03-02', count: 0 },
  ])
})
