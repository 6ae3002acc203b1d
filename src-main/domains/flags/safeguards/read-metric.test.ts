import { describe, expect, it } from 'vitest'

import type { CreateSafeguard } from '#shared/flags/schemas/safeguard.ts'
import { readMetric } from './read-metric.ts'

type Metric = CreateSafeguard['impactMetric']

const at = (minute: number) => `2026-11-21T12:${String(minute).padStart(2, '0')}:00.000Z`

const sample = (minute: number, value: number, labels?: Record<string, string>) => ({
  name: 'requests',
  value,
  timestamp: at(minute),
  ...(labels ? { labels } : {}),
})

const metric = (more: Partial<Metric> = {}): Metric => ({
  metricName: 'requests',
  timeRange: 'hour',
  aggregationMode: 'avg',
  labelSelectors: {},
  ...more,
})

const [WEB, SHOP] = [{ app: 'web' }, { app: 'shop' }]

/** Two series, not in the order of time; one counter began anew. */
const SAMPLES = [
  sample(3, 5, WEB),
  sample(1, 10, WEB),
  sample(2, 40, WEB),
  sample(1, 100, SHOP),
  sample(2, 145, SHOP),
]

describe('the value of a metric', () => {
  it.each<[Metric['aggregationMode'], number]>([
    ['avg', 60],
    // the newest value of each series
    ['sum', 5 + 145],
    // one series rises from 10 to 40 and restarts to 5, the other rises from 100 to 145
    ['count', 30 + 5 + 45],
    ['rps', 80 / 3600],
    ['p50', 40],
    ['p95', 145],
    ['p99', 145],
  ])('%s', (aggregationMode, value) => {
    expect(readMetric(SAMPLES, metric({ aggregationMode }))).toBe(value)
  })

  it.each<[Metric['labelSelectors'], number | null]>([
    [{ app: ['web'] }, 55 / 3],
    [{ app: ['web', 'shop'] }, 60],
    [{ app: ['*'] }, 60],
    [{ app: [] }, 60],
    [{ app: ['none'] }, null],
    [{ region: ['eu'] }, null],
  ])('with the labels %j', (labelSelectors, value) => {
    expect(readMetric(SAMPLES, metric({ labelSelectors }))).toBe(value)
  })

  it.each<[string, Partial<Metric>]>([
    ['another name', { metricName: 'other' }],
    ['a day', { timeRange: 'day' }],
    ['a week', { timeRange: 'week' }],
    ['another system', { source: 'external' }],
  ])('is unknown for %s', (_what, more) => {
    expect(readMetric(SAMPLES, metric(more))).toBeNull()
  })

  it('is unknown for an increase that was reported once', () => {
    expect(readMetric([sample(1, 5)], metric({ aggregationMode: 'count' }))).toBeNull()
    expect(readMetric([sample(1, 5)], metric({ aggregationMode: 'sum' }))).toBe(5)
  })
})
