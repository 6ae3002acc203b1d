import {
  TRAFFIC_GROUPS,
  type Traffic,
  type TrafficGroup,
  type TrafficGrouping,
} from '#shared/instance/schemas/traffic.ts'

/** Parts of the API, with their column titles. */
export const PART_NAMES: Readonly<Record<string, string>> = {
  '/api/admin': 'Admin',
  '/api/client': 'Client',
  '/api/frontend': 'Frontend',
  '/api/impressions': 'Impressions',
  '/api/signal-endpoint': 'Signals',
  '/auth': 'Sign-in',
  '/ofrep': 'OpenFeature',
  '/otlp': 'OpenTelemetry',
  '/edge': 'Edge',
}

export const RANGES = [
  { value: 'month', label: 'This month' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: 'year', label: 'Last 12 months' },
]

const DAY_MS = 86_400_000
const dayText = (time: number) => new Date(time).toISOString().slice(0, 10)

interface TrafficQuery {
  grouping: TrafficGrouping
  from: string
  to: string
}

/** Builds the query for a range that ends today (UTC). */
export function rangeOf(range: string, now: Date): TrafficQuery {
  const to = dayText(now.getTime())
  if (range === 'month') return { grouping: 'daily', from: `${to.slice(0, 7)}-01`, to }
  if (range === 'year') {
    const from = dayText(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11, 1))
    return { grouping: 'monthly', from, to }
  }
  return { grouping: 'daily', from: dayText(now.getTime() - (Number(range) - 1) * DAY_MS), to }
}

/** Requests in a day or month. */
export interface TrafficRow {
  period: string
  /** Requests by part of the API. */
  byPath: ReadonlyMap<string, number>
  byGroup: Readonly<Record<TrafficGroup, number>>
  total: number
}

/**
 * Builds a row for each period of the range, oldest first, including those without requests. `path` limits it
 * to one part of the API.
 */
export function toRows({ grouping, dateRange, apiData }: Traffic, path = ''): TrafficRow[] {
  return periodsOf(grouping, dateRange).map((period) => {
    const byPath = new Map<string, number>()
    const byGroup = { 'successful-requests': 0, 'refused-requests': 0, 'failed-requests': 0 }
    for (const { apiPath, dataPoints } of apiData) {
      if (path !== '' && apiPath !== path) continue
      for (const { group, count } of dataPoints.find((one) => one.period === period)?.trafficTypes ?? []) {
        byPath.set(apiPath, (byPath.get(apiPath) ?? 0) + count)
        byGroup[group] += count
      }
    }
    const total = TRAFFIC_GROUPS.reduce((sum, group) => sum + byGroup[group], 0)
    return { period, byPath, byGroup, total }
  })
}

function periodsOf(grouping: TrafficGrouping, { from, to }: { from: string; to: string }): string[] {
  const periods = new Set<string>()
  for (let time = Date.parse(from); time <= Date.parse(to); time += DAY_MS)
    periods.add(dayText(time).slice(0, grouping === 'daily' ? 10 : 7))
  return [...periods]
}
