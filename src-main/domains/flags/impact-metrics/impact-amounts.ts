import type { MetricType } from '#shared/flags/schemas/impact-metric.ts'
import type { AGGREGATION_MODES } from '#shared/flags/schemas/safeguard.ts'
import { addAmount, type Amount, type Buckets } from './impact-sample.ts'

type Mode = (typeof AGGREGATION_MODES)[number]

const PERCENTILES: Partial<Record<Mode, number>> = { p50: 0.5, p95: 0.95, p99: 0.99 }

/** Adds up the amounts of one series over time. */
export const totalOf = (amounts: readonly Amount[]): Amount =>
  amounts.slice(1).reduce<Amount>((sum, one) => addAmount(sum, one), amounts[0]!)

/**
 * Aggregates the amounts of several series within a time (docs/contract/clients.md#impact-metrics). Returns null where
 * the aggregation says nothing about the type of the metric.
 */
export function readAmount(
  type: MetricType,
  mode: Mode,
  amounts: readonly Amount[],
  seconds: number,
): number | null {
  const percentile = PERCENTILES[mode]
  if (type === 'histogram') {
    const all = totalOf(amounts)
    if (percentile !== undefined) return all.buckets && quantile(all.buckets, percentile)
    if (mode === 'avg') return all.count === 0 ? null : all.sum / all.count
    if (mode === 'sum') return all.sum
    return mode === 'rps' ? all.count / seconds : all.count
  }
  // the increase of a counter, the mean of a gauge
  const values = amounts.map(({ sum, count, last }) =>
    type === 'counter' ? sum : mode === 'sum' ? last : sum / Math.max(1, count),
  )
  const total = values.reduce((sum, value) => sum + value, 0)
  if (percentile !== undefined) return ranked(values, percentile)
  if (mode === 'avg') return total / values.length
  if (mode === 'sum') return total
  if (type === 'gauge') return mode === 'count' ? values.length : null
  return mode === 'rps' ? total / seconds : total
}

/** Returns the value of a rank, by nearest rank. */
function ranked(values: readonly number[], percentile: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(percentile * sorted.length) - 1)] ?? 0
}

/** Estimates a quantile from the counts of a histogram, even within a bucket. Returns null without observations. */
function quantile(buckets: Buckets, percentile: number): number | null {
  const bounds = Object.entries(buckets)
    .map(([le, count]) => ({ le: le === '+Inf' ? Infinity : Number(le), count }))
    .sort((a, b) => a.le - b.le)
  const all = bounds.at(-1)?.count ?? 0
  if (all === 0) return null
  const rank = percentile * all
  const index = bounds.findIndex(({ count }) => count >= rank)
  const { le, count } = bounds[index] ?? { le: Infinity, count: all }
  const before = bounds[index - 1] ?? { le: Math.min(0, le), count: 0 }
  if (le === Infinity) return before.le
  const within = count - before.count
  return within === 0 ? le : before.le + (le - before.le) * ((rank - before.count) / within)
}
