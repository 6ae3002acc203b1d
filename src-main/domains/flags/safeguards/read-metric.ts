import { ownValue } from '#shared/own-value.ts'
import type { StoredCustomMetrics } from '#shared/flags/schemas/metrics.ts'
import type { CreateSafeguard } from '#shared/flags/schemas/safeguard.ts'
import { groupRows } from '#store/group-rows.ts'

type Sample = StoredCustomMetrics['metrics'][number]

export type Samples = readonly Sample[]

type ImpactMetric = CreateSafeguard['impactMetric']

const HOUR_S = 3600

/**
 * Computes a safeguard's metric from the custom metrics that applications reported. Returns null without
 * data. Only the last hour is stored, so longer ranges have no data. External metrics have none either.
 */
export function readMetric(samples: Samples, metric: ImpactMetric): number | null {
  if (metric.timeRange !== 'hour' || metric.source === 'external') return null
  const own = samples
    .filter((sample) => sample.name === metric.metricName && isSelected(sample, metric.labelSelectors))
    .sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1))
  if (own.length === 0) return null
  const values = own.map((sample) => sample.value)
  const series = [...groupRows(own, labelsOf).values()].map((one) => one.map((sample) => sample.value))
  switch (metric.aggregationMode) {
    case 'avg':
      return total(values) / values.length
    // the latest values of the applications, or their instances, combined
    case 'sum':
      return total(series.map((one) => one.at(-1) ?? 0))
    case 'count':
      return increase(series)
    case 'rps': {
      const count = increase(series)
      return count === null ? null : count / HOUR_S
    }
    case 'p50':
      return percentile(values, 50)
    case 'p95':
      return percentile(values, 95)
    case 'p99':
      return percentile(values, 99)
  }
}

function isSelected({ labels = {} }: Sample, selectors: ImpactMetric['labelSelectors']): boolean {
  return Object.entries(selectors).every(([name, values]) => {
    const value = ownValue(labels, name)
    return values.length === 0 || values.includes('*') || (value !== undefined && values.includes(value))
  })
}

const labelsOf = ({ labels = {} }: Sample) =>
  JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)))

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/**
 * Sums the increase of counters. A counter that fell counts as reset. Returns null if no counter was reported
 * twice.
 */
function increase(series: readonly (readonly number[])[]): number | null {
  const counted = series.filter((values) => values.length > 1)
  if (counted.length === 0) return null
  return total(
    counted.map((values) =>
      values.slice(1).reduce((sum, value, index) => {
        const before = values[index] ?? 0
        return sum + (value >= before ? value - before : value)
      }, 0),
    ),
  )
}

/** By nearest rank. */
function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0
}
