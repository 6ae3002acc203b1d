import { TRAFFIC_GROUPS, type Traffic, type TrafficGrouping } from '#shared/instance/schemas/traffic.ts'
import { groupRows } from '#store/group-rows.ts'
import type { TrafficCounter } from './traffic-counter.ts'
import type { TrafficCount } from './traffic.store.ts'

/**
 * Sums the traffic between two days, both included, by day or month. Periods without requests are left out.
 */
export function readTraffic(
  counter: TrafficCounter,
  { grouping, from, to }: { grouping: TrafficGrouping; from: string; to: string },
): Traffic {
  const periodOf = ({ day }: TrafficCount) => (grouping === 'daily' ? day : day.slice(0, 7))
  const byPath = groupRows(counter.between(from, to), ({ apiPath }) => apiPath)
  const paths = [...byPath].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    grouping,
    dateRange: { from, to },
    apiData: paths.map(([apiPath, counts]) => ({
      apiPath,
      dataPoints: [...groupRows(counts, periodOf)].map(([period, ofPeriod]) => ({
        period,
        trafficTypes: TRAFFIC_GROUPS.flatMap((group) => {
          const count = ofPeriod.reduce((sum, one) => sum + (one.group === group ? one.count : 0), 0)
          return count > 0 ? [{ group, count }] : []
        }),
      })),
    })),
  }
}
