import { getTrafficOfMonth as operation } from '#shared/versions/contract/former/instance.ts'
import { query } from '#kernel/use-case.ts'
import { readTraffic } from '#domains/instance/records/traffic/read-traffic.ts'
import type { TrafficCounter } from '#domains/instance/records/traffic/traffic-counter.ts'

/** Days are compared as text: no month has one after the 31st. */
export const getTrafficOfMonth = ({ traffic: counter }: { traffic: TrafficCounter }) =>
  query(operation, async (_context, { params: { period } }) => {
    const { apiData } = readTraffic(counter, {
      grouping: 'daily',
      from: `${period}-01`,
      to: `${period}-31`,
    })
    return {
      period,
      apiData: apiData.map(({ apiPath, dataPoints }) => ({
        apiPath,
        days: dataPoints.map(({ period: day, trafficTypes }) => ({ day, trafficTypes })),
      })),
    }
  })
