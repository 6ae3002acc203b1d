import type { RequestsPerSecond } from '#shared/instance/schemas/traffic.ts'
import { clockTime, weekdayTime } from '#ui/figures.ts'
import type { SeriesColour } from '#ui/chart.ts'
import type { Line } from '#ui/line-chart.ts'
import { PART_NAMES } from './traffic-rows.ts'

/** Content of the chart of a time range. */
export interface ChartContent {
  times: { key: string; short: string; long: string }[]
  lines: Line[]
}

const MAX_LINES = 8
const colourOf = (index: number) => `series-${(index % MAX_LINES) + 1}` as SeriesColour

/** Lines of requests per second, one for each part of the API. */
export function rateLines({ clientMetrics, adminMetrics }: RequestsPerSecond): ChartContent {
  const results = [...clientMetrics.data.result, ...adminMetrics.data.result].slice(0, MAX_LINES)
  const seconds = [...new Set(results.flatMap(({ values }) => values.map(([at]) => Number(at))))].sort(
    (a, b) => a - b,
  )
  const times = seconds.map((at) => {
    const instant = new Date(at * 1000)
    return { key: String(at), short: clockTime(instant), long: weekdayTime(instant) }
  })
  const lines = results.map(({ metric, values }, index) => {
    const byTime = new Map(values.map(([at, value]) => [Number(at), Number(value)]))
    return {
      label: PART_NAMES[metric.endpoint] ?? metric.endpoint,
      colour: colourOf(index),
      values: seconds.map((at) => byTime.get(at)),
    }
  })
  return { times, lines }
}

interface Metered {
  meteredGroup: string
  dataPoints: readonly { period: string; amount: number }[]
}

/** Lines of what metered groups used, the largest groups first. */
export function meteredLines(groups: readonly Metered[]): ChartContent & { more: number } {
  const total = ({ dataPoints }: Metered) => dataPoints.reduce((sum, { amount }) => sum + amount, 0)
  const ranked = [...groups].sort((a, b) => total(b) - total(a))
  const periods = [
    ...new Set(groups.flatMap(({ dataPoints }) => dataPoints.map(({ period }) => period))),
  ].sort()
  return {
    times: periods.map((period) => ({ key: period, short: period, long: period })),
    lines: ranked.slice(0, MAX_LINES).map(({ meteredGroup, dataPoints }, index) => {
      const byPeriod = new Map(dataPoints.map(({ period, amount }) => [period, amount]))
      return {
        label: meteredGroup,
        colour: colourOf(index),
        values: periods.map((period) => byPeriod.get(period) ?? 0),
      }
    }),
    more: Math.max(0, ranked.length - MAX_LINES),
  }
}
