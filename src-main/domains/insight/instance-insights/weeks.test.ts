import { expect, it } from 'vitest'

import { weekName, weekStart } from './weeks.ts'

it.each([
  ['2026-11-22', '2026-47', '2026-11-16'],
  ['2026-11-23', '2026-48', '2026-11-23'],
  ['2027-01-03', '2026-53', '2026-12-28'],
  ['2027-01-04', '2027-01', '2027-01-04'],
  ['2025-12-29', '2026-01', '2025-12-29'],
])('%s is in the week %s, which begins on %s', (day, week, start) => {
  expect(weekName(new Date(`${day}T23:59:00Z`))).toBe(week)
  expect(weekStart(new Date(`${day}T23:59:00Z`)).toISOString()).toBe(`${start}T00:00:00.000Z`)
})
