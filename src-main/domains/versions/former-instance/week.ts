import { groupRows } from '#store/group-rows.ts'

const DAY_MS = 86_400_000

/** An ISO week: `2026-47`, and its Monday. */
export interface Week {
  week: string
  date: string
}

/** The week that a day (`2026-11-21`) is in. It is of the year that its Thursday is in (ISO 8601). */
export function weekOf(day: string): Week {
  const time = Date.parse(day)
  const weekday = (new Date(time).getUTCDay() + 6) % 7
  const monday = time - weekday * DAY_MS
  const thursday = new Date(monday + 3 * DAY_MS)
  const firstDay = Date.UTC(thursday.getUTCFullYear(), 0, 1)
  const number = Math.floor((thursday.getTime() - firstDay) / (7 * DAY_MS)) + 1
  return {
    week: `${thursday.getUTCFullYear()}-${String(number).padStart(2, '0')}`,
    date: new Date(monday).toISOString().slice(0, 10),
  }
}

/** Rows of days, by a key of theirs and by week, in the order of both. */
export function byWeek<Row extends { day: string }>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): { key: string; when: Week; rows: Row[] }[] {
  const groups = [...groupRows(rows, keyOf)].sort(([a], [b]) => (a < b ? -1 : 1))
  return groups.flatMap(([key, ofKey]) =>
    [...groupRows(ofKey, ({ day }) => weekOf(day).date)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([monday, ofWeek]) => ({ key, when: weekOf(monday), rows: ofWeek })),
  )
}
