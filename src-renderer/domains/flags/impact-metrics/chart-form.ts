import type {
  CreateImpactChart,
  ImpactChart,
  ImpactSeries,
  MetricType,
} from '#shared/flags/schemas/impact-metric.ts'
import { AGGREGATION_WORDS } from '#shared/flags/releases/safeguard-words.ts'
import { clockTime, shortDay, weekdayTime } from '#ui/figures.ts'
import type { SeriesColour } from '#ui/chart.ts'
import { splitList } from '#ui/comma-list.ts'
import type { Line } from '#ui/line-chart.ts'
import type { LabelRow } from '../safeguards/safeguard-form.ts'

type Mode = CreateImpactChart['aggregationMode']

/** Aggregations that say something about a type of metric; the first is the usual one. */
export const MODES_OF: Readonly<Record<MetricType | 'unknown', readonly Mode[]>> = {
  counter: ['count', 'rps'],
  gauge: ['avg', 'sum'],
  histogram: ['p50', 'p95', 'p99', 'avg', 'count', 'rps'],
  unknown: ['count', 'rps', 'avg', 'sum', 'p50', 'p95', 'p99'],
}

/** A chart as it is edited. */
export interface ChartForm {
  metricName: string
  title: string
  timeRange: string
  aggregationMode: string
  fromZero: boolean
  labels: LabelRow[]
}

export const emptyChart = (): ChartForm => ({
  metricName: '',
  title: '',
  timeRange: 'day',
  aggregationMode: 'count',
  fromZero: true,
  labels: [],
})

export const toChartForm = (chart: ImpactChart): ChartForm => ({
  metricName: chart.metricName,
  title: chart.title ?? '',
  timeRange: chart.timeRange,
  aggregationMode: chart.aggregationMode,
  fromZero: chart.yAxisMin === 'zero',
  labels: Object.entries(chart.labelSelectors).map(([name, values]) => ({
    name,
    values: [...values],
    text: '',
  })),
})

/** The body to send; a chart with an id replaces the one that is there. */
export const toChartBody = (form: ChartForm, id: string | undefined): CreateImpactChart => ({
  ...(id === undefined ? {} : { id }),
  metricName: form.metricName.trim(),
  ...(form.title.trim() === '' ? {} : { title: form.title.trim() }),
  timeRange: form.timeRange as CreateImpactChart['timeRange'],
  aggregationMode: form.aggregationMode as Mode,
  yAxisMin: form.fromZero ? 'zero' : 'auto',
  labelSelectors: Object.fromEntries(
    form.labels
      .filter(({ name }) => name.trim() !== '')
      .map(({ name, values, text }) => [name.trim(), [...new Set([...values, ...splitList(text)])]]),
  ),
})

/** The body that creates a deleted chart once more. */
export const bodyOf = (chart: ImpactChart): CreateImpactChart => toChartBody(toChartForm(chart), undefined)

export const titleOf = ({ title, displayName }: Pick<ImpactChart, 'title' | 'displayName'>): string =>
  title ?? displayName

/** "The rise of purchases in the last day" */
export function chartInWords({
  aggregationMode,
  timeRange,
  displayName,
}: Pick<ImpactChart, 'aggregationMode' | 'timeRange' | 'displayName'>): string {
  const words = AGGREGATION_WORDS[aggregationMode]
  return `${words[0]?.toUpperCase()}${words.slice(1)} ${displayName} in the last ${timeRange}`
}

const STEP_MS = { '1m': 60_000, '15m': 900_000, '3h': 10_800_000, '1d': 86_400_000 } as const
const STEP_WORDS = { '1m': 'Minute', '15m': 'Quarter of an hour', '3h': 'Three hours', '1d': 'Day' } as const

export const periodOf = ({ step }: Pick<ImpactSeries, 'step'>): string => STEP_WORDS[step]

/** The times of a chart, with and without values. */
export function timesOf({ step, start, end }: ImpactSeries): { key: string; short: string; long: string }[] {
  const [first, last] = [Date.parse(start), Date.parse(end)]
  const count = Math.round((last - first) / STEP_MS[step]) + 1
  return Array.from({ length: count }, (_none, index) => {
    const key = new Date(first + index * STEP_MS[step]).toISOString()
    if (step === '1d') return { key, short: shortDay(key), long: shortDay(key) }
    return { key, short: step === '3h' ? shortDay(key) : clockTime(key), long: weekdayTime(key) }
  })
}

/** The lines of a chart, named by their labels. */
export function linesOf(series: ImpactSeries, times: readonly { key: string }[], name: string): Line[] {
  const indices = new Map(times.map(({ key }, index) => [key, index]))
  return series.lines.map(({ labels, points }, index) => {
    const values: (number | undefined)[] = times.map(() => undefined)
    for (const { at, value } of points) {
      const place = indices.get(at)
      if (place !== undefined) values[place] = value
    }
    const named = Object.entries(labels).map(([label, value]) => `${label}: ${value}`)
    const label = named.length > 0 ? named.join(', ') : series.lines.length > 1 ? 'without the label' : name
    return { label, colour: `series-${(index % 8) + 1}` as SeriesColour, values }
  })
}
