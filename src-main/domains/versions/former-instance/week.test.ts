import { describe, expect, it } from 'vitest'

import { byWeek, weekOf } from './week.ts'

describe('the week of a day', () => {
  it.each([
    ['2026-11-21', '2026-47', '2026-11-16'],
    ['2026-11-16', '2026-47', '2026-11-16'],
    ['2026-11-22', '2026-47', '2026-11-16'],
    ['2026-11-23', '2026-48', '2026-11-23'],
    // a week belongs to the year of its Thursday
    ['2027-01-01', '2026-53', '2026-12-28'],
    ['2024-12-30', '2025-01', '2024-12-30'],
    ['2023-01-01', '2022-52', '2022-12-26'],
  ])('%s is %s, which began on %s', (day, week, date) => {
    expect(weekOf(day)).toEqual({ week, date })
  })
})

it('rows of days are grouped by key and week, in order', () => {
  const rows = [
    { day: '2027-01-01', of: 'b' },
    { day: '2026-11-22', of: 'a' },
    { day: '2026-12-31', of: 'b' },
    { day: '2026-11-09', of: 'a' },
  ]
  const weeks = byWeek(rows, (row) => row.of).map(({ key, when, rows: of }) => [key, when.week, of.length])
  expect(weeks).toEqual([
    ['a', '2026-46', 1],
    ['a', '2026-47', 1],
    ['b', '2026-53', 2],
  ])
})
