import { getRequestsForPeriod as read } from '#shared/instance/contract/traffic.ts'
import { query } from '#kernel/use-case.ts'
import { readMeteredUsage } from '../../records/traffic/metered-usage.store.ts'
import { byGroup, requirePeriod } from '../../records/traffic/read-metered.ts'
import type { TrafficCounter } from '../../records/traffic/traffic-counter.ts'

/** Groups of the requests that this instance answers itself. */
const OWN_GROUPS = new Map([
  ['/api/client', 'backend'],
  ['/api/frontend', 'frontend'],
])

export const getRequestsForPeriod = ({ traffic }: { traffic: TrafficCounter }) =>
  query(read, async ({ queries }, { query: period }) => {
    requirePeriod(period)
    const { grouping, from, to } = period
    const own = traffic.between(from, to).flatMap(({ day, apiPath, group: outcome, count }) => {
      const group = outcome === 'successful-requests' ? OWN_GROUPS.get(apiPath) : undefined
      return group === undefined ? [] : [{ day, group, amount: count }]
    })
    const reported = await readMeteredUsage(queries, 'request', from, to)
    const used = [...own, ...reported].sort((a, b) => (a.group + a.day < b.group + b.day ? -1 : 1))
    return {
      grouping,
      dateRange: { from, to },
      apiData: byGroup(used, period, (name, requests) => ({ period: name, requests })),
    }
  })
