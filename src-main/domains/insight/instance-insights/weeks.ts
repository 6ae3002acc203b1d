const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS

/** Returns the Monday that a week begins with, at midnight UTC. */
export function weekStart(at: Date): Date {
  const day = Math.floor(at.getTime() / DAY_MS)
  // 1970-01-01 was a Thursday
  return new Date((day - ((day + 3) % 7)) * DAY_MS)
}

/** Names the week of an instant by ISO-8601, such as `2026-47`. */
export function weekName(at: Date): string {
  const thursday = new Date(weekStart(at).getTime() + 3 * DAY_MS)
  const year = thursday.getUTCFullYear()
  const first = weekStart(new Date(Date.UTC(year, 0, 4)))
  const week = 1 + Math.round((weekStart(at).getTime() - first.getTime()) / WEEK_MS)
  return `${year}-${String(week).padStart(2, '0')}`
}
