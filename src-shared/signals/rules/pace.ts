/** Reasons for which a signal that matches starts nothing. */
export const SKIP_REASONS = ['cool-down', 'hourly'] as const

interface Skip {
  reason: (typeof SKIP_REASONS)[number]
  /** Time from which the set is executed again, as far as this reason goes. */
  until: string
}

interface Pace {
  coolDownMinutes: number
  /** null: no maximum. */
  maxPerHour: number | null
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Number of former executions that decide about the next one. */
export const executionsToKnow = ({ coolDownMinutes, maxPerHour }: Pace): number =>
  maxPerHour ?? (coolDownMinutes > 0 ? 1 : 0)

/**
 * Decides if a set that a signal matches is executed now. `former`: the times of its last executions, newest first, as many as
 * `executionsToKnow` says. Null: it is executed.
 */
export function skipOf(pace: Pace, former: readonly string[], now: Date): Skip | null {
  const { coolDownMinutes, maxPerHour } = pace
  const ends: Skip[] = []
  const end = (reason: Skip['reason'], at: string | undefined, ms: number) => {
    if (at === undefined || Date.parse(at) + ms <= now.getTime()) return
    ends.push({ reason, until: new Date(Date.parse(at) + ms).toISOString() })
  }
  end('cool-down', former[0], coolDownMinutes * MINUTE_MS)
  if (maxPerHour !== null) end('hourly', former[maxPerHour - 1], HOUR_MS)
  // the later one: until then nothing is executed
  return ends.sort((a, b) => (a.until < b.until ? 1 : -1))[0] ?? null
}

/** Time of an automatic retry, from 1 on: each wait is twice as long as the one before. Null: there are no more. */
export function retryAt(
  { retries, retryAfterSeconds }: { retries: number; retryAfterSeconds: number },
  retry: number,
  now: Date,
): string | null {
  if (retry > retries) return null
  return new Date(now.getTime() + retryAfterSeconds * 1000 * 2 ** (retry - 1)).toISOString()
}
