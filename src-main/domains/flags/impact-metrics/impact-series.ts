import { compositeKey } from '#shared/composite-key.ts'
import type { ImpactSeries, MetricType } from '#shared/flags/schemas/impact-metric.ts'
import type { CreateSafeguard, AGGREGATION_MODES } from '#shared/flags/schemas/safeguard.ts'
import { ownValue } from '#shared/own-value.ts'
import { groupRows } from '#store/group-rows.ts'
import type { Queries } from '#store/queries.ts'
import { RANGES, STEPS, stepsOf } from './impact-step.ts'
import { readSamples, readSeries, type StoredSeries } from './impact-metrics.store.ts'
import { addAmount, type Amount, type Buckets } from './impact-sample.ts'

type Selectors = CreateSafeguard['impactMetric']['labelSelectors']

/** Selection of a metric's data to read. */
export interface MetricQuery {
  metricName: string
  timeRange: CreateSafeguard['impactMetric']['timeRange']
  aggregationMode: CreateSafeguard['impactMetric']['aggregationMode']
  labelSelectors: Selectors
  environment?: string | undefined
}

/** Lines of a chart: more could not be told apart. */
const MAX_LINES = 8
const PREFIX = /^unleash_(counter|gauge|histogram)_/

/** Names that a metric may have been reported under: with the prefix that names its type, or without. */
export const namesOf = (metricName: string): string[] => [
  ...new Set([metricName, metricName.replace(PREFIX, '')]),
]

/** The type that the prefix of a name tells, if there is one. */
export const typeOfName = (metricName: string): MetricType | undefined =>
  PREFIX.exec(metricName)?.[1] as MetricType | undefined

/** Checks that the labels of a series are among the selected ones; an empty list selects all. */
export function isSelected({ labels }: Pick<StoredSeries, 'labels'>, selectors: Selectors): boolean {
  return Object.entries(selectors).every(([name, values]) => {
    const value = ownValue(labels, name)
    return values.length === 0 || values.includes('*') || (value !== undefined && values.includes(value))
  })
}

/** Finds the series of a metric that count. */
export async function findSeries(queries: Queries, asked: MetricQuery): Promise<StoredSeries[]> {
  const { metricName, environment, labelSelectors } = asked
  const series = await readSeries(queries, {
    names: namesOf(metricName),
    ...(environment === undefined ? {} : { environment }),
  })
  return series.filter((one) => isSelected(one, labelSelectors))
}

type Mode = (typeof AGGREGATION_MODES)[number]

const PERCENTILES: Partial<Record<Mode, number>> = { p50: 0.5, p95: 0.95, p99: 0.99 }

/** Adds up the amounts of one series over time. */
const totalOf = (amounts: readonly Amount[]): Amount =>
  amounts.slice(1).reduce<Amount>((sum, one) => addAmount(sum, one), amounts[0]!)

/**
 * Aggregates the amounts of several series within a time (docs/contract/clients.md#impact-metrics). Returns null where
 * the aggregation says nothing about the type of the metric.
 */
function readAmount(
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

/** Reads a metric over its whole time range, as one number. Returns null without data. */
export async function readTotal(
  queries: Queries,
  series: readonly StoredSeries[],
  asked: MetricQuery,
  now: Date,
): Promise<number | null> {
  const { step, steps } = RANGES[asked.timeRange]
  const from = stepsOf(asked.timeRange, now)[0] ?? ''
  const ids = series.map(({ id }) => id)
  const samples = await readSamples(queries, ids, step, from)
  const bySeries = [...groupRows(samples, ({ seriesId }) => seriesId).values()]
  const type = series[0]?.type
  if (type === undefined || bySeries.length === 0) return null
  const seconds = (steps * STEPS[step].ms) / 1000
  return readAmount(type, asked.aggregationMode, bySeries.map(totalOf), seconds)
}

/** Reads a metric as the lines of a chart: one for each combination of the labels with several selected values. */
export async function readLines(queries: Queries, asked: MetricQuery, now: Date): Promise<ImpactSeries> {
  const { step } = RANGES[asked.timeRange]
  const steps = stepsOf(asked.timeRange, now)
  const series = await findSeries(queries, asked)
  const type = series[0]?.type ?? 'gauge'
  const names = Object.entries(asked.labelSelectors)
    .filter(([, values]) => values.length > 1 || values.includes('*'))
    .map(([name]) => name)
  const lineOf = new Map(series.map((one) => [one.id, dividedBy(one, names)]))
  const samples = await readSamples(
    queries,
    series.map(({ id }) => id),
    step,
    steps[0] ?? '',
  )
  const keyOf = (labels: Readonly<Record<string, string>>) =>
    compositeKey(...names.map((name) => ownValue(labels, name)))
  const byLine = groupRows(samples, ({ seriesId }) => keyOf(lineOf.get(seriesId) ?? {}))
  const lines = [...byLine].sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1))
  const seconds = STEPS[step].ms / 1000
  return {
    step,
    start: steps[0] ?? now.toISOString(),
    end: steps.at(-1) ?? now.toISOString(),
    lines: lines.slice(0, MAX_LINES).map(([, ofLine]) => ({
      labels: lineOf.get(ofLine[0]?.seriesId ?? -1) ?? {},
      points: [...groupRows(ofLine, ({ at }) => at)].flatMap(([at, amounts]) => {
        const value = readAmount(type, asked.aggregationMode, amounts, seconds)
        return value === null ? [] : [{ at, value }]
      }),
    })),
    more: Math.max(0, lines.length - MAX_LINES),
  }
}

const dividedBy = ({ labels }: StoredSeries, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = ownValue(labels, name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
