import { describe, expect, it } from 'vitest'

import type { ImpactChart, ImpactSeries } from '#shared/flags/schemas/impact-metric.ts'
import { bodyOf, chartInWords, linesOf, timesOf, toChartBody, toChartForm } from './chart-form.ts'

const CHART: ImpactChart = {
  id: '1',
  metricName: 'purchases',
  displayName: 'purchases',
  type: 'counter',
  timeRange: 'hour',
  aggregationMode: 'count',
  yAxisMin: 'auto',
  labelSelectors: { checkout: ['*'] },
  step: '1m',
}
const SERIES: ImpactSeries = {
  step: '1m',
  start: '2026-11-21T12:00:00.000Z',
  end: '2026-11-21T12:02:00.000Z',
  lines: [
    { labels: { checkout: 'red' }, points: [{ at: '2026-11-21T12:01:00.000Z', value: 4 }] },
    { labels: {}, points: [] },
  ],
  more: 0,
}

describe('the form of a chart', () => {
  it('sends what it was opened with', () => {
    const { displayName: _name, type: _type, step: _step, ...sent } = CHART
    expect(toChartBody(toChartForm(CHART), CHART.id)).toEqual(sent)
    expect(bodyOf({ ...CHART, title: 'Orders' })).toMatchObject({ title: 'Orders' })
    expect(bodyOf(CHART)).not.toHaveProperty('id')
  })

  it('accepts a label value still being typed, and omits labels without a name', () => {
    const form = toChartForm(CHART)
    form.labels = [
      { name: 'app', values: ['a'], text: 'b' },
      { name: ' ', values: ['c'], text: '' },
    ]
    expect(toChartBody(form, undefined).labelSelectors).toEqual({ app: ['a', 'b'] })
  })
})

describe('a chart', () => {
  it('is described in words', () => {
    expect(chartInWords(CHART)).toBe('The rise of purchases in the last hour')
  })

  it('has a value for each step, and a line for each value of a label', () => {
    const times = timesOf(SERIES)
    expect(times.map(({ key }) => key)).toEqual([SERIES.start, '2026-11-21T12:01:00.000Z', SERIES.end])
    expect(linesOf(SERIES, times, 'purchases')).toMatchObject([
      { label: 'checkout: red', values: [undefined, 4, undefined] },
      { label: 'without the label', values: [undefined, undefined, undefined] },
    ])
  })
})
