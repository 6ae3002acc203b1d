interface Day {
  date: string
  count: number
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The last `length` days up to `today`, oldest first; a day without activity counts 0. */
export function toDays(activity: readonly Day[], today: string, length: number): Day[] {
  const counts = new Map(activity.map(({ date, count }) => [date, count]))
  const last = Date.parse(today)
  return Array.from({ length }, (_, index) => {
    const date = new Date(last - (length - 1 - index) * DAY_MS).toISOString().slice(0, 10)
    return { date, count: counts.get(date) ?? 0 }
  })
}
