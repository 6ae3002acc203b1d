import type { HourMetrics } from '#shared/flags/schemas/metrics.ts'
import { clockTime, shortDay, weekdayTime } from '#ui/figures.ts'
import { OTHER, seriesOf, type Bar, type Series } from '#ui/chart.ts'

/** Dimension that divides the bars. */
export type Split = 'result' | 'application' | 'variant'

export const PERIODS = [
  { value: '24', label: 'Last 24 hours' },
  { value: '48', label: 'Last 48 hours' },
  { value: '168', label: 'Last 7 days' },
  { value: '720', label: 'Last 30 days' },
  { value: '2184', label: 'Last 91 days' },
]

const RESULTS: readonly Series[] = [
  { id: 'yes', label: 'on', colour: 'success-solid' },
  { id: 'no', label: 'off', colour: 'border-strong' },
]

/** Beyond a week a bar is a day. */
const isDaily = (hoursBack: number) => hoursBack > 168

export const periodOf = (hoursBack: number): string => (isDaily(hoursBack) ? 'Day' : 'Hour')

/** The reports of an environment, or of all (""). */
const within = (data: readonly HourMetrics[], environment: string) =>
  environment === '' ? data : data.filter((one) => one.environment === environment)

/** The bars of a flag, oldest first, divided by result, application or variant. */
export function metricBars(
  all: readonly HourMetrics[],
  { environment, split, hoursBack }: { environment: string; split: Split; hoursBack: number },
): { series: readonly Series[]; bars: Bar[] } {
  const data = within(all, environment)
  const series =
    split === 'result'
      ? RESULTS
      : seriesOf(split === 'variant' ? totalsByVariant(data) : totalsByApplication(data))
  const ids = new Set(series.map(({ id }) => id))
  const bars = new Map<string, Bar & { values: Record<string, number> }>()
  for (const one of data) {
    const key = isDaily(hoursBack) ? one.timestamp.slice(0, 10) : one.timestamp
    const bar = bars.get(key) ?? { key, ...named(one.timestamp, hoursBack), values: {} }
    const add = (id: string, count: number) => {
      bar.values[id] = (bar.values[id] ?? 0) + count
    }
    if (split === 'result') {
      add('yes', one.yes)
      add('no', one.no)
    } else if (split === 'variant') {
      for (const [name, count] of Object.entries(one.variants ?? {})) add(ids.has(name) ? name : OTHER, count)
    } else if (one.yes + one.no > 0) {
      const name = one.appName ?? 'unknown'
      add(ids.has(name) ? name : OTHER, one.yes + one.no)
    }
    bars.set(key, bar)
  }
  return { series, bars: [...bars.values()].sort((a, b) => a.key.localeCompare(b.key)) }
}

function named(at: string, hoursBack: number): { short: string; long: string } {
  if (isDaily(hoursBack)) return { short: shortDay(at), long: shortDay(at) }
  return { short: hoursBack > 48 ? shortDay(at) : clockTime(at), long: weekdayTime(at) }
}

function totalsByApplication(data: readonly HourMetrics[]): Map<string, number> {
  const totals = new Map<string, number>()
  for (const { appName = 'unknown', yes, no } of data)
    if (yes + no > 0) totals.set(appName, (totals.get(appName) ?? 0) + yes + no)
  return totals
}

function totalsByVariant(data: readonly HourMetrics[]): Map<string, number> {
  const totals = new Map<string, number>()
  for (const { variants = {} } of data)
    for (const [name, count] of Object.entries(variants)) totals.set(name, (totals.get(name) ?? 0) + count)
  return totals
}

/** Sums how often the flag was on and off. */
export function totalsOf(all: readonly HourMetrics[], environment: string): { yes: number; no: number } {
  const data = within(all, environment)
  return {
    yes: data.reduce((sum, { yes }) => sum + yes, 0),
    no: data.reduce((sum, { no }) => sum + no, 0),
  }
}

/** The variants that were served, with how often, the most frequent first. */
export function countVariants(
  all: readonly HourMetrics[],
  environment: string,
): { name: string; count: number }[] {
  return [...totalsByVariant(within(all, environment))]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count)
}

const HOUR_MS = 3_600_000

/** Counts the evaluations of each of the last hours in an environment, the oldest first. */
export function hourlyTotals(
  all: readonly HourMetrics[],
  environment: string,
  { hours, now }: { hours: number; now: Date },
): number[] {
  const current = Math.floor(now.getTime() / HOUR_MS)
  const totals = Array.from({ length: hours }, () => 0)
  for (const { timestamp, yes, no } of within(all, environment)) {
    const place = hours - 1 - (current - Math.floor(new Date(timestamp).getTime() / HOUR_MS))
    if (place >= 0 && place < hours) totals[place] = (totals[place] ?? 0) + yes + no
  }
  return totals
}

/** Gets the start of the hour before this one: the counts of a flag's environments begin there. */
export const countedSince = (now: Date): Date => new Date((Math.floor(now.getTime() / HOUR_MS) - 1) * HOUR_MS)
