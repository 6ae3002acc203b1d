/** Impressions that came in within a minute, by what the flag was. */
export interface MinuteCount {
  /** "2026-11-22T15:30" */
  minute: string
  on: number
  off: number
}

export interface Timeline {
  /** Length of a step. */
  minutes: number
  steps: { at: string; on: number; off: number }[]
}

const MINUTE_MS = 60_000
/** Lengths that people read at a glance: minutes, hours and days. */
const LENGTHS = [1, 5, 15, 30, 60, 180, 360, 720, 1440]
const MAX_STEPS = 60
/**
 * Minimum number of steps. A short period gets steps before it, so that a single bar does not fill the chart.
 */
const FEWEST_STEPS = 30

/** Spreads counts evenly over time, in thirty to sixty steps: also those in which nothing came in. */
export function toTimeline(counts: readonly MinuteCount[]): Timeline {
  const times = counts.map(({ minute }) => Date.parse(`${minute}:00.000Z`))
  const first = times.reduce((a, b) => Math.min(a, b), Infinity)
  const last = times.reduce((a, b) => Math.max(a, b), -Infinity)
  if (first > last) return { minutes: 1, steps: [] }
  const stepsOf = (minutes: number) =>
    Math.floor(last / (minutes * MINUTE_MS)) - Math.floor(first / (minutes * MINUTE_MS)) + 1
  const days = Math.ceil((last - first) / MINUTE_MS / 1440 / (MAX_STEPS - 1))
  const minutes = LENGTHS.find((length) => stepsOf(length) <= MAX_STEPS) ?? days * 1440
  const length = minutes * MINUTE_MS
  const count = Math.max(FEWEST_STEPS, stepsOf(minutes))
  const start = Math.floor(last / length) - count + 1
  const steps = Array.from({ length: count }, (_, index) => ({
    at: new Date((start + index) * length).toISOString(),
    on: 0,
    off: 0,
  }))
  for (const [index, { on, off }] of counts.entries()) {
    const step = steps[Math.floor((times[index] ?? 0) / length) - start]
    if (!step) continue
    step.on += on
    step.off += off
  }
  return { minutes, steps }
}
