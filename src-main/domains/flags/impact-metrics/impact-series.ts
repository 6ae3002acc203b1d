import { compositeKey } from '#shared/composite-key.ts'
import type { ImpactSeries, MetricType } from '#shared/flags/schemas/impact-metric.ts'
import type { CreateSafeguard } from '#shared/flags/schemas/safeguard.ts'
import { ownValue } from '#shared/own-value.ts'
import { groupRows } from '#store/group-rows.ts'
import type { Queries } from '#store/queries.ts'
import { readAmount, totalOf } from './impact-amounts.ts'
import { RANGES, STEPS, stepsOf } from './impact-step.ts'
import { readSamples, readSeries, type StoredSeries } from './impact-metrics.store.ts'

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
