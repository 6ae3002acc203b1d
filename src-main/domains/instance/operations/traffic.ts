import { badData } from '#kernel/app-error.ts'
import { query } from '#kernel/use-case.ts'
import * as contract from '#shared/instance/contract/traffic.ts'
import { readMeteredUsage } from '../traffic/metered-usage.store.ts'
import { readTraffic } from '../traffic/read-traffic.ts'
import type { RequestRates } from '../traffic/request-rates.ts'
import type { TrafficCounter } from '../traffic/traffic-counter.ts'
import type { TrafficGrouping } from '#shared/instance/schemas/traffic.ts'
import { groupRows } from '#store/group-rows.ts'

export const getConnectionsForPeriod = query(
  contract.getConnectionsForPeriod,
  async ({ visible }, { query: period }) => {
    requirePeriod(period)
    const { grouping, from, to } = period
    const used = await readMeteredUsage(visible, 'connection', from, to)
    return {
      grouping,
      dateRange: { from, to },
      apiData: byGroup(used, period, (name, amount) => ({
        period: name,
        connections: amount / daysOf(name),
      })),
    }
  },
)

/** Days and how they are grouped. */
interface Period {
  grouping: TrafficGrouping
  from: string
  to: string
}

interface Used {
  day: string
  group: string
  amount: number
}

/** Checks that a period begins before it ends: 400. */
function requirePeriod({ from, to }: Period): void {
  if (from > to) throw badData(`from (${from}) is after to (${to})`, '/query/from')
}

/** Groups what was used by metered group and period; of each period `total` makes its figure. */
function byGroup<Point>(
  used: readonly Used[],
  { grouping }: Period,
  toPoint: (period: string, amount: number) => Point,
): { meteredGroup: string; dataPoints: Point[] }[] {
  const periodOf = ({ day }: Used) => (grouping === 'daily' ? day : day.slice(0, 7))
  return [...groupRows(used, ({ group }) => group)].map(([meteredGroup, ofGroup]) => ({
    meteredGroup,
    dataPoints: [...groupRows(ofGroup, periodOf)].map(([period, ofPeriod]) =>
      toPoint(
        period,
        ofPeriod.reduce((sum, { amount }) => sum + amount, 0),
      ),
    ),
  }))
}

/** Counts the days of a period: one, or those of the month. */
function daysOf(period: string): number {
  const [year, month, day] = period.split('-').map(Number)
  return day === undefined ? new Date(Date.UTC(year ?? 1970, month ?? 1, 0)).getUTCDate() : 1
}

/** Groups of the requests that this instance answers itself. */
const OWN_GROUPS = new Map([
  ['/api/client', 'backend'],
  ['/api/frontend', 'frontend'],
])

export const getRequestsForPeriod = ({ traffic }: { traffic: TrafficCounter }) =>
  query(contract.getRequestsForPeriod, async ({ visible }, { query: period }) => {
    requirePeriod(period)
    const { grouping, from, to } = period
    const own = traffic.between(from, to).flatMap(({ day, apiPath, group: outcome, count }) => {
      const group = outcome === 'successful-requests' ? OWN_GROUPS.get(apiPath) : undefined
      return group === undefined ? [] : [{ day, group, amount: count }]
    })
    const reported = await readMeteredUsage(visible, 'request', from, to)
    const used = [...own, ...reported].sort((a, b) => (a.group + a.day < b.group + b.day ? -1 : 1))
    return {
      grouping,
      dateRange: { from, to },
      apiData: byGroup(used, period, (name, requests) => ({ period: name, requests })),
    }
  })

export const getRequestsPerSecond = ({ requestRates }: { requestRates: RequestRates }) =>
  query(contract.getRequestsPerSecond, async () => requestRates.read())

/** The requests that this service answered, for whom pays for the line (docs/contract/instance.md#traffic). */
export const getTrafficDataUsage = ({ traffic: counter }: { traffic: TrafficCounter }) =>
  query(contract.getTraffic, async ({ now }, { query: { grouping = 'daily', from, to } }) => {
    const end = to ?? now.toISOString().slice(0, 10)
    const begin = from ?? `${end.slice(0, 7)}-01`
    if (begin > end) throw badData(`from (${begin}) is after to (${end})`, '/query/from')
    return readTraffic(counter, { grouping, from: begin, to: end })
  })
