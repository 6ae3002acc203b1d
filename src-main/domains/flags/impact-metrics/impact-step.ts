import type { StepName } from '#shared/flags/schemas/impact-metric.ts'
import type { CreateSafeguard } from '#shared/flags/schemas/safeguard.ts'

type TimeRange = CreateSafeguard['impactMetric']['timeRange']

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/**
 * Steps of time that samples are kept in. Each keeps its own number of steps, a few more than its range has: a table of
 * samples cannot grow beyond series times these numbers.
 */
export const STEPS: Readonly<Record<StepName, { ms: number; kept: number }>> = {
  '1m': { ms: MINUTE_MS, kept: 65 },
  '15m': { ms: 15 * MINUTE_MS, kept: 100 },
  '3h': { ms: 3 * HOUR_MS, kept: 60 },
  '1d': { ms: DAY_MS, kept: 33 },
}

/** Step and number of steps of each time range. */
export const RANGES: Readonly<Record<TimeRange, { step: StepName; steps: number }>> = {
  hour: { step: '1m', steps: 60 },
  day: { step: '15m', steps: 96 },
  week: { step: '3h', steps: 56 },
  month: { step: '1d', steps: 30 },
}

/** Finds the row of a step, and the instant at which the step begins. */
export function slotOf(step: StepName, now: Date): { slot: number; at: string } {
  const { ms, kept } = STEPS[step]
  const number = Math.floor(now.getTime() / ms)
  return { slot: number % kept, at: new Date(number * ms).toISOString() }
}

/** Lists the instants at which the steps of a range begin, oldest first; the running step is the last. */
export function stepsOf(range: TimeRange, now: Date): string[] {
  const { step, steps } = RANGES[range]
  const { ms } = STEPS[step]
  const last = Math.floor(now.getTime() / ms)
  return Array.from({ length: steps }, (_none, index) =>
    new Date((last - (steps - 1 - index)) * ms).toISOString(),
  )
}
