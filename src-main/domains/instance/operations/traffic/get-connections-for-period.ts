import { getConnectionsForPeriod as read } from '#shared/instance/contract/traffic.ts'
import { query } from '#kernel/use-case.ts'
import { readMeteredUsage } from '../../records/traffic/metered-usage.store.ts'
import { byGroup, daysOf, requirePeriod } from '../../records/traffic/read-metered.ts'

export const getConnectionsForPeriod = query(read, async ({ queries }, { query: period }) => {
  requirePeriod(period)
  const { grouping, from, to } = period
  const used = await readMeteredUsage(queries, 'connection', from, to)
  return {
    grouping,
    dateRange: { from, to },
    apiData: byGroup(used, period, (name, amount) => ({ period: name, connections: amount / daysOf(name) })),
  }
})
