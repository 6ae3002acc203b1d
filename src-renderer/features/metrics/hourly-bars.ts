import type { HourMetrics } from '../../../src-shared/schemas/metrics.ts'

/** An hour of the chart: how often the flag was on and off, over all applications. */
export interface Bar {
  hour: string
  yes: number
  no: number
}

/** The hours of an environment (or of all), oldest first. */
export function toBars(data: readonly HourMetrics[], environment: string): Bar[] {
  const bars = new Map<string, Bar>()
  for (const one of data) {
    if (environment !== '' && one.environment !== environment) continue
    const bar = bars.get(one.timestamp) ?? { hour: one.timestamp, yes: 0, no: 0 }
    bars.set(one.timestamp, { ...bar, yes: bar.yes + one.yes, no: bar.no + one.no })
  }
  return [...bars.values()].sort((a, b) => a.hour.localeCompare(b.hour))
}

/** The variants that were served, with how often, the most frequent first. */
export function countVariants(
  data: readonly HourMetrics[],
  environment: string,
): { name: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const one of data) {
    if (environment !== '' && one.environment !== environment) continue
    for (const [name, count] of Object.entries(one.variants ?? {}))
      counts.set(name, (counts.get(name) ?? 0) + count)
  }
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count)
}
