const DAY_MS = 24 * 60 * 60 * 1000
/** Days of which the number of signals is shown, today among them. */
export const SIGNAL_DAYS = 30

/** Time in the first of these days. */
export const firstOfDays = (now: Date): Date => new Date(now.getTime() - (SIGNAL_DAYS - 1) * DAY_MS)

/** Lists these days (UTC), oldest first, with the number of signals of each. */
export function fillDays(
  counted: readonly { day: string; signals: number }[],
  now: Date,
): { day: string; signals: number }[] {
  const signals = new Map<string, number>()
  for (const one of counted) signals.set(one.day, (signals.get(one.day) ?? 0) + one.signals)
  const first = firstOfDays(now).getTime()
  return Array.from({ length: SIGNAL_DAYS }, (_, index) => {
    const day = new Date(first + index * DAY_MS).toISOString().slice(0, 10)
    return { day, signals: signals.get(day) ?? 0 }
  })
}
