import { expect, it } from 'vitest'

import type { FigureValue } from '../metrics/figure.ts'
import { metricsOf } from './figure-metrics.ts'

const times = { startTime: [1, 0], endTime: [61, 500_000] }

it('counters become growing sums and other values gauges; what is no number is left out', () => {
  const values: FigureValue[] = [
    { labels: { status: '200' }, value: 3 },
    { labels: {}, value: Number.NaN },
  ]
  const figures = [
    { name: 'requests_total', help: 'Requests', type: 'counter', values },
    { name: 'size', help: 'Size', type: 'gauge', values },
  ] as const
  const dataPoints = [{ ...times, attributes: { status: '200' }, value: 3 }]
  expect(metricsOf(figures, 1000, 61_000.5)).toEqual([
    expect.objectContaining({ aggregationTemporality: 1, dataPointType: 3, isMonotonic: true, dataPoints }),
    expect.objectContaining({
      descriptor: expect.objectContaining({ name: 'size', description: 'Size' }) as object,
      dataPointType: 2,
      dataPoints,
    }),
  ])
})

it('a histogram has the counts of each bucket, where Prometheus adds them up', () => {
  const labels = { path: '/a' }
  const values = [
    { labels: { le: 1, ...labels }, value: 2, metricName: 'ms_bucket' },
    { labels: { le: 5, ...labels }, value: 5, metricName: 'ms_bucket' },
    { labels: { le: '+Inf', ...labels }, value: 6, metricName: 'ms_bucket' },
    { labels, value: 40.5, metricName: 'ms_sum' },
    { labels, value: 6, metricName: 'ms_count' },
  ]
  const [metric] = metricsOf([{ name: 'ms', help: '', type: 'histogram', values }], 1000, 61_000.5)
  expect(metric?.dataPoints).toEqual([
    {
      ...times,
      attributes: labels,
      value: { buckets: { boundaries: [1, 5], counts: [2, 3, 1] }, count: 6, sum: 40.5 },
    },
  ])
})
