import type { InstanceInsights } from '#shared/insight/schemas/instance-insights.ts'
import { shortDay } from '#ui/figures.ts'
import type { SeriesColour } from '#ui/chart.ts'
import type { Line } from '#ui/line-chart.ts'

/** A chart of the page: its lines over the weeks. */
export interface Trend {
  title: string
  times: { key: string; short: string; long: string }[]
  lines: Line[]
}

type Row = { date: string }
type Pick<R> = readonly [label: string, value: (row: R) => number]

const timesOf = (dates: readonly string[]) =>
  dates.map((date) => ({ key: date, short: shortDay(date), long: `Week to ${shortDay(date)}` }))

/** Sums rows of the same time, and makes a line of each figure. */
function trendOf<R extends Row>(title: string, rows: readonly R[], figures: readonly Pick<R>[]): Trend {
  const dates = [...new Set(rows.map(({ date }) => date))].sort()
  const sums = new Map(dates.map((date) => [date, figures.map(() => 0)]))
  for (const row of rows) {
    const sum = sums.get(row.date)
    figures.forEach(([, value], index) => {
      if (sum) sum[index] = (sum[index] ?? 0) + value(row)
    })
  }
  return {
    title,
    times: timesOf(dates),
    lines: figures.map(([label], index) => ({
      label,
      colour: `series-${index + 1}` as SeriesColour,
      values: dates.map((date) => sums.get(date)?.[index]),
    })),
  }
}

/** Lines of projects that fit one chart: the colours that there are. */
const MAX_LINES = 8

/** Health of projects; where there are many, of the least healthy ones. */
function healthOf(
  rows: readonly InstanceInsights['projectFlagTrends'][number][],
  names: ReadonlyMap<string, string>,
): Trend {
  const latest = new Map(
    [...rows].sort((a, b) => a.date.localeCompare(b.date)).map(({ project, health }) => [project, health]),
  )
  const projects = [...latest].sort((a, b) => a[1] - b[1] || a[0].localeCompare(b[0])).map(([name]) => name)
  const dates = [...new Set(rows.map(({ date }) => date))].sort()
  const values = new Map(rows.map((row) => [JSON.stringify([row.project, row.date]), row.health]))
  return {
    title: projects.length > MAX_LINES ? 'Health of the least healthy projects, percent' : 'Health, percent',
    times: timesOf(dates),
    lines: projects.slice(0, MAX_LINES).map((project, index) => ({
      label: names.get(project) ?? project,
      colour: `series-${index + 1}` as SeriesColour,
      values: dates.map((date) => values.get(JSON.stringify([project, date]))),
    })),
  }
}

/** Charts of the insights, of all projects ("") or one, with the names of projects by their ids. */
export function trendsOf(
  insights: InstanceInsights,
  project: string,
  names: ReadonlyMap<string, string> = new Map(),
): Trend[] {
  const own = <R extends { project: string }>(rows: readonly R[]) =>
    project === '' ? rows : rows.filter((row) => row.project === project)
  const types = [...new Set(insights.environmentTypeTrends.map((row) => row.environmentType))].sort()
  const ofProject = [
    trendOf('Flags', own(insights.projectFlagTrends), [
      ['total', (row) => row.total],
      ['stale', (row) => row.stale],
      ['potentially stale', (row) => row.potentiallyStale],
    ]),
    healthOf(own(insights.projectFlagTrends), names),
    trendOf('Evaluations per week', own(insights.metricsSummaryTrends), [
      ['on', (row) => row.totalYes],
      ['off', (row) => row.totalNo],
    ]),
    trendOf('Created and archived flags per week', own(insights.creationArchiveTrends), [
      ['created', (row) => Object.values(row.createdFlags).reduce((sum, one) => sum + one, 0)],
      ['archived', (row) => row.archivedFlags],
    ]),
    trendOf('Flags new in production per week', own(insights.lifecycleTrends), [
      ['flags', (row) => row.newProductionFlags],
    ]),
  ]
  if (project !== '') return ofProject
  return [
    ...ofProject,
    trendOf('Users', insights.userTrends, [
      ['total', (row) => row.total],
      ['active in 60 days', (row) => row.active],
    ]),
    trendOf(
      'Changes per week, by type of environment',
      insights.environmentTypeTrends,
      types.map((type) => [type, (row) => (row.environmentType === type ? row.totalUpdates : 0)] as const),
    ),
  ]
}
