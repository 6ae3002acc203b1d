import { ValueType, type HrTime } from '@opentelemetry/api'
import {
  AggregationTemporality,
  DataPointType,
  type DataPoint,
  type Histogram,
  type MetricData,
} from '@opentelemetry/sdk-metrics'

import type { Figure, FigureValue } from '../metrics/figure.ts'

interface Times {
  startTime: HrTime
  endTime: HrTime
}

/** Turns the figures of Prometheus into metrics of the SDK. */
export const metricsOf = (figures: readonly Figure[], startedMs: number, nowMs: number): MetricData[] =>
  figures.map((figure) => metricOf(figure, { startTime: hrTime(startedMs), endTime: hrTime(nowMs) }))

const hrTime = (ms: number): HrTime => [Math.floor(ms / 1000), Math.round((ms % 1000) * 1e6)]

function metricOf({ name, help, type, values }: Figure, times: Times): MetricData {
  const common = {
    descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  if (type === 'histogram')
    return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(name, values, times) }
  const dataPoints = values
    .filter(({ value }) => Number.isFinite(value))
    .map(({ labels, value }) => ({ ...times, attributes: labels, value }))
  return type === 'counter'
    ? { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...common, dataPointType: DataPointType.GAUGE, dataPoints }
}

interface Buckets {
  labels: FigureValue['labels']
  /** Upper bounds without the last, which is infinite, and the counts up to each bound. */
  bounds: number[]
  upTo: number[]
  count: number
  sum: number
}

/** Gathers the values of a histogram, of which Prometheus has one for each bucket, by their other labels. */
function histograms(name: string, values: readonly FigureValue[], times: Times): DataPoint<Histogram>[] {
  const points = new Map<string, Buckets>()
  for (const { labels, value, metricName } of values) {
    const { le, ...others } = labels
    const key = JSON.stringify(others)
    const point = points.get(key) ?? { labels: others, bounds: [], upTo: [], count: 0, sum: 0 }
    points.set(key, point)
    if (metricName === `${name}_sum`) point.sum = value
    else if (metricName === `${name}_count`) point.count = value
    else if (typeof le === 'number') {
      point.bounds.push(le)
      point.upTo.push(value)
    }
  }
  return [...points.values()].map(({ labels, bounds, upTo, count, sum }) => ({
    ...times,
    attributes: labels,
    value: {
      buckets: {
        boundaries: bounds,
        counts: [...upTo, count].map((value, at) => value - (upTo[at - 1] ?? 0)),
      },
      count,
      sum,
    },
  }))
}
